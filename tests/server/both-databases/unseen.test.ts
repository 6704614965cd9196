import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { PUBLISHED_AFTER_MS } from "../../../src/domain/hand-in-answer.ts";
import { handIns, TASK } from "../support/hand-ins.ts";
import { it } from "../support/on-sqlite.ts";
import { NOON, openSchool, type Person, PMB, SWB } from "../support/test-school.ts";

const school = openSchool.shared();
const { student, handIn } = handIns(() => school);
let tutor: Person & { token: string };
let stranger: Person & { token: string };

beforeAll(async () => {
  tutor = await school.signedIn({ level: 10, teaches: [PMB] });
  stranger = await school.signedIn({ level: 10, teaches: [SWB] });
});

const unseen = async (token: string, language = "en") =>
  (await school.call(`/user/unseen?language=${language}`, { token })).json.unseen;

const handedIn = async () => {
  const person = await student();
  const { uploads } = (await handIn(person.token)).json.assignment;
  return { ...person, upload: uploads.at(-1).id as number };
};

const answer = (upload: number, replaces: string | null = null) =>
  school.call(`/desk/hand-ins/${upload}/answer`, {
    token: tutor.token,
    headers: { "Idempotency-Key": randomUUID() },
    json: { state: "returned", text: "Mend the hem", replaces, drawings: [] },
  });

const write = async (token: string, words: Record<string, string>) =>
  (await school.message(token, words)).json.message;

const NOTHING = { answers: [], messages: 0, desk: null };

describe("what is new for a person", () => {
  test("an answer is new from when the student is told of it until the student has seen it", async () => {
    const noa = await handedIn();
    const other = await handedIn();
    expect(await unseen(noa.token)).toEqual(NOTHING);
    await answer(noa.upload);
    expect(await unseen(noa.token)).toEqual(NOTHING);
    school.now = NOON + PUBLISHED_AFTER_MS;
    const { answers } = await unseen(noa.token);
    expect(answers).toEqual([
      { id: TASK, title: expect.any(String), date: new Date(NOON).toISOString() },
    ]);
    const assignment = (await school.call(`/user/assignments/${TASK}`, { token: noa.token })).json;
    const titles: { language: string; title: string }[] = assignment.assignment.translations;
    for (const { language, title } of titles) {
      expect((await unseen(noa.token, language)).answers[0].title).toBe(title);
    }
    expect(await unseen(other.token)).toEqual(NOTHING);
    await school.call(`/user/assignments/${TASK}/seen`, { method: "PUT", token: noa.token });
    expect(await unseen(noa.token)).toEqual(NOTHING);
    school.now = NOON;
  });

  it("a message of a tutor is new until the student has opened it, one's own never is", async () => {
    const noa = await handedIn();
    const { thread } = await write(noa.token, { subject: "Darts", body: "How deep?" });
    expect((await unseen(noa.token)).messages).toBe(0);
    const said = await write(tutor.token, { thread: String(thread), body: "2 cm" });
    await write(tutor.token, { thread: String(thread), body: "And 1 cm at the back" });
    expect((await unseen(noa.token)).messages).toBe(2);
    await school.call(`/user/messages/${said.id}`, { token: noa.token });
    expect((await unseen(noa.token)).messages).toBe(1);
  });

  it("tutors are told what waits at the desk for them, and no student's answers", async () => {
    const counts = async (token: string) => (await school.call("/desk/counts", { token })).json;
    const before = (await unseen(tutor.token)).desk;
    const elsewhere = (await unseen(stranger.token)).desk;
    const noa = await handedIn();
    await write(noa.token, { subject: "Hem", body: "How wide?" });
    const after = await unseen(tutor.token);
    expect(after.desk).toEqual({
      hand_ins: before.hand_ins + 1,
      messages: before.messages + 1,
    });
    expect(after.desk).toEqual(await counts(tutor.token));
    expect(after.answers).toEqual([]);
    expect((await unseen(stranger.token)).desk).toEqual(elsewhere);
  });

  it("an unchanged answer is not sent again, and nobody's browser keeps it", async () => {
    const { token } = await student();
    const first = await school.call("/user/unseen", { token });
    expect(first.headers["cache-control"]).toBe("no-store");
    const headers = { "If-None-Match": String(first.headers.etag) };
    expect((await school.call("/user/unseen", { token, headers })).status).toBe(304);
  });
});
