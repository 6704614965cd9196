import { createHash, randomBytes, randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect } from "vitest";
import { PEOPLE_CHECK, PEOPLE_IMPORT } from "../../../src/contract/staff-import.ts";
import { contentFile, type Store } from "../../../src/server/store/store.ts";
import type { Answer } from "../../server/support/client.ts";
import { FILES, formRequest } from "../../server/support/form.ts";
import { handIns, photo, TASK } from "../../server/support/hand-ins.ts";
import { choosePassword, linksTo } from "../../server/support/mailed-link.ts";
import {
  addTutor,
  addTutorWithApp,
  codeAt,
  own,
  signInWith,
} from "../../server/support/second-factor.ts";
import { MINUTE, PASSWORD, type TestSchool } from "../../server/support/test-school.ts";

/** After this time a server takes up what another one has claimed and not done. */
const CLAIMS_END_MS = 11 * MINUTE;

const NEW_PASSWORD = "a seam well pressed";

/** The beginning of a recording. */
const WEBM = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

interface Case {
  /** The same request each time. */
  readonly send: () => Promise<Answer>;
  /** Does what the call has ordered. */
  readonly work?: () => Promise<unknown>;
  /** Finds what was acknowledged, byte for byte. @param answer the last one */
  readonly check: (answer: Answer) => Promise<void>;
}

/** Loses the acknowledgement of one commit. */
interface Losing {
  /** @param which the first from now on is 1 */
  lose(which: number): void;
  /** Loses none from now on. @returns whether one was lost */
  keepAll(): boolean;
  /** Status and code of the answer to a request whose commit was not acknowledged. */
  readonly refusal: readonly [number, string];
}

/** Every call that keeps a file or makes a secret. Each is prepared anew for each try. */
export const keepingCalls = (
  school: () => TestSchool,
  store: () => Promise<Store>,
): Readonly<Record<string, () => Promise<Case>>> => {
  let count = 0;
  let managing: ReturnType<TestSchool["signedIn"]> | undefined;
  const manager = async () => {
    managing ??= school().signedIn({ level: 20 });
    return (await managing).token;
  };
  const { student, handIn, mine } = handIns(school);
  const get = (path: string, token: string) => school().call(path, { token });
  const post = (path: string, token: string, json: object, key: string = randomUUID()) =>
    school().call(path, { token, json, headers: { "Idempotency-Key": key } });
  /** Does background work, and once more when what was claimed is free again. */
  const workTwice = async (work: () => Promise<void>) => {
    // The server logs what its timers meet, and goes on.
    await work().catch(() => {});
    school().now += CLAIMS_END_MS;
    await work();
  };
  const runJobs = () => workTwice(() => school().server.runJobs());
  const bytesOf = async (answer: Answer) => [answer.status, sha256(answer.bytes)];

  /** Hands in a file of which there is only one. */
  const prepareHandIn = async () => {
    const { token } = await student();
    const body = FILES.jpeg(1000 + ++count);
    const key = randomUUID();
    return { token, body, send: () => handIn(token, { files: [{ ...photo, body }], key }) };
  };
  const file = async (token: string) => {
    const [{ uploads }] = await mine(token);
    const [{ id, files }] = uploads;
    const path = `/user/assignments/${TASK}/uploads/${id}/${files[0].name}`;
    return { id, count: uploads.length, answer: await get(path, token) };
  };

  /** A tutor's answer to a hand-in of this file. */
  const prepareAnswer = async (body: Buffer, answer: object) => {
    const { token } = await student();
    await handIn(token, { files: [{ ...photo, body }] });
    const { id } = await file(token);
    const tutor = await school().signedIn({ level: 10 });
    const said = { state: "returned", replaces: null, ...answer };
    const key = randomUUID();
    const send = () => post(`/desk/hand-ins/${id}/answer`, tutor.token, said, key);
    return { id, token, send };
  };

  /** Asks for a link by which somebody chooses a new password, and waits until it is mailed. */
  const askForLink = async (emailOrUsername: string): Promise<Answer> => {
    const json = { emailOrUsername, language: "en" };
    const answer = await school().call("/user/forgot-password", { json });
    await school().server.idle();
    return answer;
  };
  /** A link that was mailed to an address, and opens; empty if there is none. */
  const liveLink = async (email: string): Promise<string> => {
    const links = await linksTo(school(), email);
    const pages = await Promise.all(links.map((link) => school().call(link)));
    return links[pages.findIndex(({ status }) => status === 200)] ?? "";
  };
  const signInByLink = async (username: string, link: string): Promise<void> => {
    expect((await choosePassword(school(), link, NEW_PASSWORD)).status).toBe(200);
    expect((await school().login(username, NEW_PASSWORD)).status).toBe(200);
  };

  const table = async (rows: string) =>
    formRequest(await manager(), [
      { name: "file", fileName: "people.csv", body: `username;email;first name;level\n${rows}` },
    ]);
  /** The jobs of a kind, with the files that they have made. */
  const jobsOf = async (kind: string) => {
    const jobs = await school().rows("job", { kind });
    return Promise.all(
      jobs.map(async (job) => {
        const { file: path } = (await get(`/staff/jobs/${job.id}`, await manager())).json;
        return { ...job, made: path ? await school().call(path) : null };
      }),
    );
  };

  /** A part of a file of two parts. */
  const preparePart = async (isLast: boolean) => {
    const bytes = randomBytes(1000);
    const checksum = sha256(bytes);
    const token = await manager();
    const part = (at: number) =>
      school().call(`/staff/content/uploads/${checksum}?at=${at}&size=1000&use=file`, {
        ...{ method: "PUT", token, body: bytes.subarray(at, at + 500) },
      });
    if (isLast) await part(0);
    return {
      send: () => part(isLast ? 500 : 0),
      check: async (answer: Answer) => {
        expect(answer.json).toEqual({ received: isLast ? 1000 : 500 });
        if (!isLast) expect((await part(500)).json).toEqual({ received: 1000 });
        const asked = { files: [{ checksum, size: 1000 }] };
        const { json } = await post("/staff/content/uploads", token, asked);
        expect(json.missing).toEqual([]);
        const stored = await (await store()).read(contentFile(checksum));
        expect(stored.equals(bytes)).toBe(true);
      },
    };
  };

  return {
    "a hand-in": async () => {
      const { token, body, send } = await prepareHandIn();
      return {
        send,
        check: async () => {
          const found = await file(token);
          expect(found.count).toBe(1);
          expect(await bytesOf(found.answer)).toEqual([200, sha256(body)]);
        },
      };
    },
    "a message with a file": async () => {
      const { token } = await school().student();
      const body = FILES.jpeg(1000 + ++count);
      const parts = [
        { name: "subject", body: "Darts" },
        { name: "body", body: "How?" },
        { name: "attachments", fileName: "a.jpg", body },
      ];
      const asking = formRequest(token, parts, { "Idempotency-Key": randomUUID() });
      return {
        send: () => school().call("/user/messages", asking),
        check: async (answer) => {
          const { messages } = (await get("/user/messages", token)).json;
          expect(messages).toHaveLength(1);
          const path = `/user/messages/${answer.json.message.id}/attachments/0`;
          expect(await bytesOf(await get(path, token))).toEqual([200, sha256(body)]);
        },
      };
    },
    "an answer with a drawing": async () => {
      const paper = { width: 40, height: 40, channels: 3, background: "white" } as const;
      const body = await sharp({ create: paper }).jpeg().toBuffer();
      const ends = { from: { x: 1000, y: 5000 }, to: { x: 9000, y: 5000 } };
      const pages = [{ page: 1, turn: 0, shapes: [{ kind: "line", ink: "red", ...ends }] }];
      const said = { text: "Mend", drawings: [{ file: 0, pages }] };
      const { id, token, send } = await prepareAnswer(body, said);
      return {
        send,
        check: async () => {
          const { checksum } = await school().row("marked_file", { upload_id: id });
          school().now += MINUTE;
          const path = `/user/assignments/${TASK}/uploads/${id}/marked/0`;
          expect(await bytesOf(await get(path, token))).toEqual([200, checksum]);
        },
      };
    },
    "a spoken answer": async () => {
      const voice = Buffer.concat([WEBM, randomBytes(100)]);
      const said = { text: "", drawings: [], voice: voice.toString("base64") };
      const { id, token, send } = await prepareAnswer(FILES.jpeg(1000 + ++count), said);
      return {
        send,
        check: async () => {
          school().now += MINUTE;
          const path = `/user/assignments/${TASK}/voice/${id}`;
          expect(await bytesOf(await get(path, token))).toEqual([200, sha256(voice)]);
        },
      };
    },
    "a part of a file of the content": () => preparePart(false),
    "the last part of a file of the content": () => preparePart(true),
    "a table of people": async () => {
      const asking = await table(`ida-${++count};ida-${count}@thimble.example;Ida;`);
      return {
        send: () => school().call("/staff/imports", asking),
        work: runJobs,
        check: async (answer) => {
          const jobs = (await jobsOf(PEOPLE_CHECK)).filter(({ id }) => id >= answer.json.id - 1);
          expect(jobs.map(({ problem }) => problem)).not.toContain("import/no_file");
          expect(jobs.find(({ id }) => id === answer.json.id)?.state).toBe("done");
        },
      };
    },
    "an import with refused rows": async () => {
      const wrong = `wrong-${++count}`;
      const person = `uma-${count}`;
      const rows = `${person};${person}@thimble.example;Uma;\n${wrong};no address;;`;
      const { id } = (await school().call("/staff/imports", await table(rows))).json;
      await runJobs();
      const token = await manager();
      const order = { rows: "good", invite: false, language: "en" };
      return {
        send: () => post(`/staff/imports/${id}/run`, token, order),
        work: runJobs,
        check: async (answer) => {
          const jobs = await jobsOf(PEOPLE_IMPORT);
          const done = jobs.filter(({ state }) => state === "done");
          for (const { made } of done) expect(made?.status).toBe(200);
          const ours = jobs.find((job) => job.id === answer.json.id);
          const { length } = await school().rows("account", { username: person });
          // Whoever reads that it has failed orders it again: then nobody has come.
          if (ours?.state === "done")
            expect([length, ours.made?.text.includes(wrong)]).toEqual([1, true]);
          else expect([length, ours?.problem]).toEqual([0, "job/failed"]);
        },
      };
    },
    "a new password": async () => {
      const { username, token } = await school().student();
      const json = { current_password: PASSWORD, new_password: NEW_PASSWORD };
      const key = randomUUID();
      return {
        send: () => post("/user/change-password", token, json, key),
        check: async () => {
          expect((await school().login(username, NEW_PASSWORD)).status).toBe(200);
          expect((await get("/user/courses", token)).status).toBe(200);
        },
      };
    },
    "recovery codes": async () => {
      const { tutor } = await addTutorWithApp(school());
      return {
        send: () => own(school(), tutor.token, "recovery-codes", { proof: PASSWORD }),
        check: async (answer) => {
          const [proof] = answer.json.recoveryCodes;
          expect((await own(school(), tutor.token, "totp/begin", { proof })).status).toBe(200);
        },
      };
    },
    "an authenticator app": async () => {
      const tutor = await addTutor(school());
      const begun = await own(school(), tutor.token, "totp/begin", { proof: PASSWORD });
      const { challenge, secret } = begun.json;
      const answer = { challenge, code: codeAt(secret, school().now) };
      return {
        send: () => own(school(), tutor.token, "totp", answer),
        check: async ({ json }) => {
          const [code] = json.recoveryCodes;
          expect((await signInWith(school(), tutor, { code })).status).toBe(200);
        },
      };
    },
    "an invitation": async () => {
      const username = `invited-${++count}`;
      const email = `${username}@thimble.example`;
      const person = {
        ...{ username, email, first_name: "Ida", last_name: "", level: 0, last_day: null },
        ...{ courses: [], teaches: { all: false, courses: [] }, invite: true },
      };
      const token = await manager();
      const key = randomUUID();
      return {
        send: () => post("/staff/people", token, person, key),
        work: () => workTwice(() => school().server.mailLinks()),
        check: async () => signInByLink(username, await liveLink(email)),
      };
    },
    "a mailed link for a new password": async () => {
      const { username, email } = await school().add();
      return {
        send: () => askForLink(username),
        check: async () => {
          // Nothing tells whether there is an account, so whoever gets no mail asks again.
          if ((await linksTo(school(), email)).length === 0) await askForLink(username);
          await signInByLink(username, await liveLink(email));
        },
      };
    },
    "a new password by a mailed link": async () => {
      const { username, email } = await school().add();
      await askForLink(username);
      const link = await liveLink(email);
      return {
        send: async () => {
          const answer = await choosePassword(school(), link, NEW_PASSWORD);
          // The page says that the link may have been used, and leads to the sign-in.
          return answer.status === 404 ? school().login(username, NEW_PASSWORD) : answer;
        },
        check: async () => {
          expect((await school().login(username, NEW_PASSWORD)).status).toBe(200);
        },
      };
    },
  };
};

/** Loses each commit of a call and of what it orders, one at a time, and repeats the request. */
export const loseEachCommit = async (
  prepare: () => Promise<Case>,
  { lose, keepAll, refusal }: Losing,
): Promise<void> => {
  let which = 1;
  for (let hasLost = true; hasLost; which += 1) {
    const { send, work, check } = await prepare();
    lose(which);
    let answer = await send();
    if (answer.status < 400) await work?.();
    hasLost = keepAll();
    if (answer.status >= 400) expect([answer.status, answer.json.code]).toEqual(refusal);
    // The next requests may still find a connection that is broken.
    while (answer.status === refusal[0]) answer = await send();
    expect([which, answer.status < 300, answer.text]).toEqual([which, true, answer.text]);
    await work?.();
    await check(answer);
  }
  // At least the call's own commit.
  expect(which).toBeGreaterThan(2);
};
