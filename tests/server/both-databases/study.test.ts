import { expect, test } from "vitest";
import { sweepIdempotencyKeys } from "../../../src/server/idempotent-write.ts";
import { it } from "../support/on-sqlite.ts";
import { DAY, MINUTE, NOON, openSchool, PMB } from "../support/test-school.ts";

const iso = (time: number) => new Date(time).toISOString();

const school = openSchool.shared();
const get = async (token: string, path: string) => (await school.call(path, { token })).json;

test("study time takes a queued request's own time if it lies between the last sign-in and now", async () => {
  const person = await school.student({ course: PMB });
  await school.complete(person.token, 101);
  const signedIn = school.now;
  const again = await school.token(person);
  school.now += DAY;
  const queued = iso(signedIn + 3600_000);
  const answer = await school.complete(again, 102, { "X-Queued-At": queued });
  expect(answer.json.progress.completed).toBe(queued);
  for (const time of [iso(signedIn - DAY), iso(school.now + DAY), "yesterday", "", "NaN"]) {
    const { progress } = (await school.study(again, 103, { "X-Queued-At": time })).json;
    expect(progress.opened).toBe(iso(school.now));
  }
});

const KEY = "0B9D6F2C-5B4A-4C56-9D0E-6A2F3B1C7D8E";

test("a repeated study update sent many times at once is stored once, and gets the first answer", async () => {
  const { token } = await school.student({ course: PMB });
  await school.study(token, 101);
  school.now += MINUTE;
  const send = (key: string) => school.study(token, 101, { "Idempotency-Key": key });
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(KEY)));
  school.now += MINUTE;
  answers.push(await send(KEY.toLowerCase()));
  for (const { status, json } of answers) {
    expect([status, json.progress.seconds]).toEqual([200, 60]);
  }
});

it("a repeated study update is known by its person and its request, and processed anew after a refusal", async () => {
  const [one, other] = [
    await school.student({ course: PMB }),
    await school.student({ course: PMB }),
  ];
  const send = async ({ token }: typeof one, lesson: number) =>
    (await school.complete(token, lesson, { "Idempotency-Key": KEY })).status;
  expect(await send(one, 102)).toBe(403);
  expect(await send(one, 101)).toBe(200);
  expect(await send(one, 102)).toBe(422);
  expect(await send(other, 101)).toBe(200);
  for (const { token } of [one, other]) {
    expect((await get(token, "/user/progress")).progress).toHaveLength(1);
  }
});

it("a restart deletes expired idempotency keys, and of very many those that are not the newest", async () => {
  const school = await openSchool();
  const { token } = await school.student({ course: PMB });
  const complete = (end: number) =>
    school.complete(token, 101, { "Idempotency-Key": `00000000-0000-4000-8000-00000000000${end}` });
  const kept = async () => {
    const rows = await school.database.read.selectFrom("repeatable").select("key").execute();
    return rows.map(({ key }) => Number(key.at(-1))).toSorted();
  };
  await complete(1);
  school.now += 59 * DAY;
  for (const end of [2, 3, 4]) {
    school.now += MINUTE;
    await complete(end);
  }
  school.now += 32 * DAY;
  await school.restart();
  await school.server.idle();
  expect(await kept()).toEqual([2, 3, 4]);
  await school.database.write((db) => sweepIdempotencyKeys(db, school.now, 2));
  expect(await kept()).toEqual([3, 4]);
});

const notes = async (token: string) => (await school.call("/user/notes", { token })).json.notes;
const write = (token: string, lesson: number | string, text: unknown) =>
  school.call(`/user/notes/${lesson}`, { method: "PUT", token, json: { text } });

test("personal notes are stored for each lesson, the latest text of each", async () => {
  school.now = NOON;
  const { token } = await school.student({ course: PMB });
  expect(await notes(token)).toEqual([]);
  const text = "<b>HB</b> pencil\nשִׁלְפִּית\u202e 🪡";
  const note = { lesson_id: 102, text, updated: iso(NOON) };
  expect((await write(token, 102, text)).json).toEqual({ note });
  await write(token, 101, "Buy paper");
  school.now = NOON + MINUTE;
  await write(token, 102, "2H");
  expect(await notes(token)).toEqual([
    { lesson_id: 102, text: "2H", updated: iso(NOON + MINUTE) },
    { lesson_id: 101, text: "Buy paper", updated: iso(NOON) },
  ]);
  // An empty text deletes one, also where there is none.
  for (const lesson of [101, 102, 103]) {
    expect((await write(token, lesson, "")).status).toBe(200);
  }
  expect(await notes(token)).toEqual([]);
});

it("personal notes are told with the progress: which lessons have one, and not what it says", async () => {
  const { token } = await school.student({ course: PMB });
  const other = await school.student({ course: PMB });
  for (const lesson of [101, 102]) await school.complete(token, lesson);
  await school.complete(other.token, 101);
  await write(token, 102, "2H");
  await write(other.token, 101, "Not mine");
  const noted = async () => {
    const { progress } = (await school.call("/user/progress", { token })).json;
    return progress.flatMap(({ lesson_id, noted }: Record<string, unknown>) => [lesson_id, noted]);
  };
  expect(await noted()).toEqual([101, undefined, 102, true]);
  await write(token, 102, "");
  expect(await noted()).toEqual([101, undefined, 102, undefined]);
});

it("personal notes have up to 10,000 characters, and belong to an existing lesson", async () => {
  const { token } = await school.student({ course: PMB });
  expect((await write(token, 101, "א".repeat(10_000))).status).toBe(200);
  expect((await write(token, 101, "x".repeat(10_001))).status).toBe(422);
  expect((await write(token, 999, "x")).json.code).toBe("lesson/not_found");
  expect((await notes(token))[0].text).toHaveLength(10_000);
});
