import { afterAll, onTestFinished } from "vitest";
import { handIns } from "./hand-ins.ts";
import { MailServer } from "./mail-server.ts";
import { MINUTE, openSchool, type TestSchool, type TestSchoolOptions } from "./test-school.ts";

export const PUBLIC_URL = "https://school.example";

/** What students and tutors do that others are told of. */
const newsOf = (school: () => TestSchool) => {
  const put = (path: string, token: string, json: object) =>
    school().call(path, { method: "PUT", token, json });
  const choose = (token: string, chosen: { mail?: string; hour?: number; idle?: boolean }) =>
    put("/user/news", token, { mail: "at-once", hour: 7, idle: false, ...chosen });
  const place = (token: string, at: { language?: string; zone?: string; week_start?: number }) =>
    put("/user/news/place", token, { language: "en", zone: "UTC", week_start: 1, ...at });

  /** Moves the clock on, and has all told that is due. */
  const pass = async (milliseconds: number = MINUTE): Promise<void> => {
    school().now += milliseconds;
    await school().server.tellNews();
  };

  /** Writes a message. @returns the id of its conversation */
  const write = async (token: string, subject: string, thread?: number): Promise<number> => {
    const words = { subject, body: "Something private", ...(thread !== undefined && { thread }) };
    return (await school().message(token, words)).json.message.thread;
  };

  /** Has a student ask, and a tutor answer. */
  const talk = async (teacher: { token: string }, pupil: { token: string }, subject: string) => {
    await write(teacher.token, "An answer", await write(pupil.token, subject));
  };

  /** A tutor who is told at once. */
  const tutor = async (details: Parameters<TestSchool["add"]>[0] = {}) => {
    const person = await school().signedIn({ level: 10, ...details });
    await choose(person.token, { mail: "at-once" });
    return person;
  };

  const { student, handIn, mine, ...others } = handIns(school);
  /** A student whose work waits, and what a tutor says about it. */
  const waitingWork = async () => {
    const person = await student();
    await handIn(person.token, { comment: "Something private" });
    const [{ uploads }] = await mine(person.token);
    const said = { student_id: person.id, upload_id: uploads[0].id, text: "Mend the hem" };
    return { ...person, said };
  };

  return { ...others, student, choose, place, pass, write, talk, tutor, waitingWork };
};

/** A school of one test, with a mail server of its own. */
export const openMailingSchool = async (
  open: (options: TestSchoolOptions) => Promise<TestSchool> = openSchool,
) => {
  const mailServer = new MailServer();
  const smtpUrl = await mailServer.start();
  onTestFinished(() => mailServer.stop());
  const school = await open({ smtpUrl, publicUrl: PUBLIC_URL });
  return { school, mailServer, ...newsOf(() => school) };
};

/** A school of a group of tests, with a mail server. */
export const sharedMailingSchool = () => {
  const mailServer = new MailServer();
  const school = openSchool.shared(async () => ({
    smtpUrl: await mailServer.start(),
    publicUrl: PUBLIC_URL,
  }));
  afterAll(() => mailServer.stop());
  return { school, mailServer, ...newsOf(() => school) };
};
