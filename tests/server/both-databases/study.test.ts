import { beforeEach, describe, expect, test } from "vitest";
import { it } from "../support/on-sqlite.ts";
import { DAY, MINUTE, openSchool, type Person, PMB } from "../support/test-school.ts";

const iso = (time: number) => new Date(time).toISOString();

const school = openSchool.shared();
const get = async (token: string, path: string) => (await school.call(path, { token })).json;

describe("study time", () => {
  let person: Person & { token: string };
  beforeEach(async () => {
    person = await school.student({ course: PMB });
  });

  const progressOf = async (id: number) =>
    (await get(person.token, `/user/progress/${id}`)).progress;

  test("study time is added up between updates, without pauses", async () => {
    const opened = school.now;
    for (const gap of [0, MINUTE, 5 * MINUTE, 5 * MINUTE + 1000, 30_000]) {
      school.now += gap;
      expect((await school.study(person.token, 101)).status).toBe(200);
    }
    expect(await progressOf(101)).toEqual({
      lesson_id: 101,
      package_id: 1,
      course_id: PMB,
      opened: iso(opened),
      completed: null,
      seconds: 60 + 300 + 30,
    });
  });

  test("a lesson keeps its first completion", async () => {
    const first = school.now;
    await school.complete(person.token, 101);
    school.now += DAY;
    await school.complete(person.token, 101);
    expect((await progressOf(101)).completed).toBe(iso(first));
  });

  test("study time takes a queued request's own time if it lies between the last sign-in and now", async () => {
    const { token } = person;
    await school.complete(token, 101);
    const signedIn = school.now;
    const again = await school.token(person);
    school.now += DAY;
    const queued = signedIn + 3600_000;
    const answer = await school.complete(again, 102, { "X-Queued-At": iso(queued) });
    expect(answer.json.progress.completed).toBe(iso(queued));

    const wrong = [iso(signedIn - DAY), iso(school.now + DAY), "yesterday", "", "NaN"];
    for (const time of wrong) {
      const { progress } = (await school.study(token, 103, { "X-Queued-At": time })).json;
      expect(progress.opened).toBe(iso(school.now));
    }
  });
});

it.each([
  [{ lesson_id: 101 }, "package_id"],
  [{ package_id: 1 }, "lesson_id"],
  [{ lesson_id: 102, package_id: 1 }, "lesson_id"],
  [{ lesson_id: 101, package_id: 1.5 }, "package_id"],
])("an invalid study update %j is answered with %s as the field", async (json, field) => {
  const { token } = await school.student({ course: PMB });
  const answer = await school.call("/user/progress/101/session", {
    method: "PUT",
    token,
    json,
  });
  expect(answer.status).toBe(422);
  expect(answer.json.errors.map(({ path }: { path: string }) => path)).toContain(field);
});

const KEY = "0B9D6F2C-5B4A-4C56-9D0E-6A2F3B1C7D8E";

test("a repeated study update with the same key is stored once, and gets the first answer", async () => {
  const { token } = await school.student({ course: PMB });
  const first = await school.study(token, 101, { "Idempotency-Key": KEY });
  school.now += MINUTE;
  const again = await school.study(token, 101, { "Idempotency-Key": KEY.toLowerCase() });
  expect(again.status).toBe(200);
  expect(again.json).toEqual(first.json);
  expect((await get(token, "/user/progress/101")).progress.seconds).toBe(0);
});

test("a repeated study update sent many times at once is stored once", async () => {
  const { token } = await school.student({ course: PMB });
  await school.study(token, 101);
  school.now += MINUTE;
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => school.study(token, 101, { "Idempotency-Key": KEY })),
  );
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(answer.json.progress.seconds).toBe(60);
  }
});

test("a repeated study update of another person under the same key is stored for that person", async () => {
  const [one, other] = [
    await school.student({ course: PMB }),
    await school.student({ course: PMB }),
  ];
  await school.complete(one.token, 101, { "Idempotency-Key": KEY });
  await school.complete(other.token, 101, { "Idempotency-Key": KEY });
  expect((await get(other.token, "/user/progress")).progress).toHaveLength(1);
});

it("a repeated study update under a key of another request is refused", async () => {
  const { token } = await school.student({ course: PMB });
  await school.complete(token, 101, { "Idempotency-Key": KEY });
  const answer = await school.complete(token, 102, { "Idempotency-Key": KEY });
  expect(answer.status).toBe(422);
  expect((await get(token, "/user/progress")).progress).toHaveLength(1);
});

it("a repeated study update after a refusal is processed again", async () => {
  const { token } = await school.student({ course: PMB });
  const early = await school.complete(token, 102, { "Idempotency-Key": KEY });
  expect(early.status).toBe(403);
  await school.complete(token, 101);
  expect((await school.complete(token, 102, { "Idempotency-Key": KEY })).status).toBe(200);
});

it("a repeated study update under a key that is not a UUID is malformed", async () => {
  const { token } = await school.student({ course: PMB });
  for (const key of ["1", "x".repeat(36), `${KEY}0`]) {
    const answer = await school.complete(token, 101, { "Idempotency-Key": key });
    expect([answer.status, answer.json.code]).toEqual([400, "request/malformed"]);
  }
});

test("concurrent completions of fifty students are all stored", async () => {
  const people = await Promise.all(
    Array.from({ length: 50 }, () => school.add({ courses: [{ course: PMB }] })),
  );
  const tokens: string[] = [];
  for (const person of people) tokens.push(await school.token(person));
  const answers = await Promise.all(tokens.map((token) => school.complete(token, 101)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const rows = await school.database.read
    .selectFrom("progress")
    .select("account_id")
    .where("completed", "is not", null)
    .where(
      "account_id",
      "in",
      people.map(({ id }) => id),
    )
    .execute();
  expect(rows).toHaveLength(50);
});
