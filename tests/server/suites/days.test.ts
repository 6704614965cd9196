import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { addDays, weekdayOf } from "../../../src/domain/calendar.ts";
import { EXPIRY_EXTENSION_DAYS } from "../../../src/domain/course-expiry.ts";
import { TURNS_OF_DAY, type TurnOfDay } from "../../support/turns-of-day.ts";
import { claimsOf, requestOf } from "../support/licence-file.ts";
import { activationCalls, newMachine } from "../support/machine.ts";
import { moveToZone } from "../support/move-to-zone.ts";
import { runInProcess, runWithInput } from "../support/run-in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { MINUTE, openSchool, PMB, type TestSchool } from "../support/test-school.ts";
import { unzipped } from "../support/unzipped.ts";

const FOREVER = { course: PMB, expDate: null };

const today = async (school: TestSchool, token: string, query: Record<string, string> = {}) => {
  const path = `/user/progress/today/${PMB}?${new URLSearchParams(query)}`;
  const answer = await school.call(path, { token });
  expect(answer.status).toBe(200);
  return answer.json.today;
};

/** Asks in the last moment of a day, and in the first one of the next. */
const onBothDays = async <Told>(
  school: TestSchool,
  { at }: TurnOfDay,
  ask: (now: number) => Promise<Told>,
): Promise<[evening: Told, morning: Told]> => {
  school.now = at - 1;
  const evening = await ask(school.now);
  school.now = at;
  return [evening, await ask(school.now)];
};

describe.each(TURNS_OF_DAY)("$name in $zone for a student", (turn) => {
  const { zone, day, next, at } = turn;
  const school = openSchool.shared();
  let token: string;
  beforeEach(async () => {
    school.now = at - 60 * MINUTE;
    ({ token } = await school.student(FOREVER));
  });

  test("today's class, its week and completed lessons count the student's day", async () => {
    const inWeekOf = (first: string) => ({ zone, weekStart: `${weekdayOf(first)}` });
    const [evening, morning] = await onBothDays(school, turn, async (now) => {
      await school.complete(token, now < at ? 101 : 102);
      return today(school, token, inWeekOf(next));
    });
    expect(evening).toMatchObject({ date: day, doneThisWeek: 1 });
    expect(evening.days.at(-1)).toEqual({ date: day, done: 1 });
    expect(morning).toMatchObject({ date: next, doneThisWeek: 1 });
    expect(morning.days[0]).toEqual({ date: next, done: 1 });
    expect((await today(school, token, inWeekOf(day))).days.slice(0, 2)).toEqual([
      { date: day, done: 1 },
      { date: next, done: 1 },
    ]);
  });

  test("a lesson completed without a network counts on its own day, whenever the school hears of it", async () => {
    school.now = at + 60 * MINUTE;
    await school.complete(token, 101, { "X-Queued-At": new Date(at - 1).toISOString() });
    const { days } = await today(school, token, { zone, weekStart: `${weekdayOf(day)}` });
    expect(days.slice(0, 2)).toEqual([
      { date: day, done: 1 },
      { date: next, done: 0 },
    ]);
  });

  test("a policy is accepted on the student's day", async () => {
    const json = { policy: "personaldata", accepted: true };
    const path = `/user/accept-policy?zone=${encodeURIComponent(zone)}`;
    const accept = async () => (await school.call(path, { token, json })).json.accepted;
    expect(await onBothDays(school, turn, accept)).toEqual([day, next]);
  });

  test("the tag of today's class changes when the student's day turns", async () => {
    const path = `/user/progress/today/${PMB}?zone=${encodeURIComponent(zone)}`;
    const tag = String((await school.call(path, { token })).headers.etag);
    const headers = { "If-None-Match": tag };
    const again = async () => (await school.call(path, { token, headers })).status;
    expect(await onBothDays(school, turn, again)).toEqual([304, 200]);
  });
});

// Far from UTC on either side; the rule itself is tested at all turns.
describe.each(TURNS_OF_DAY.slice(0, 2))("$name in $zone for a school", (turn) => {
  const { zone, day, next, at } = turn;
  const school = openSchool.shared();
  let admin: string;
  const { issue } = activationCalls(() => school);
  beforeAll(async () => {
    await moveToZone(school, zone);
    school.now = at - 60 * MINUTE;
    admin = await school.token(await school.add({ level: 100 }));
  });
  beforeEach(() => {
    school.now = at - 60 * MINUTE;
  });

  test("a course stays open until the school's fifth day after its end", async () => {
    const expDate = addDays(day, -EXPIRY_EXTENSION_DAYS);
    const { token } = await school.student({ course: PMB, expDate });
    const open = async () => {
      const { status, json } = await school.call("/products/PM/lessons/paper", { token });
      return [status, json.code];
    };
    expect(await onBothDays(school, turn, open)).toEqual([
      [200, undefined],
      [403, "course/expired"],
    ]);
  });

  test("an account ends with the school's day, also for a session that is remembered", async () => {
    const { token, username } = await school.signedIn();
    const end = ["user", "set", username, "--last-day", day];
    expect(await runInProcess(end, school.variables)).toMatchObject({ code: 0 });
    const read = async () => (await school.call("/user/progress", { token })).status;
    expect(await onBothDays(school, turn, read)).toEqual([200, 401]);
  });

  test("announcements begin and end on the school's day", async () => {
    const row = { organisation_id: 1, translations: "[]" };
    const rows = [
      { id: 1, from_date: day, to_date: day, ...row },
      { id: 2, from_date: next, to_date: next, ...row },
    ];
    await school.database.write((db) => db.insertInto("announcement").values(rows).execute());
    const shown = async () => {
      const { json } = await school.call("/organizations/1/announcements/active");
      return json.announcements.map(({ id }: { id: number }) => id);
    };
    expect(await onBothDays(school, turn, shown)).toEqual([[1], [2]]);
  });

  test("a licence file ends on the school's day or later, and names the day with its zone", async () => {
    const request = await requestOf(newMachine(), await issue());
    const sign = (until?: string) =>
      school.call("/user/sign-licence", { token: admin, json: { request, until } });
    const [evening, morning] = await onBothDays(school, turn, async () => {
      const signed = await sign(day);
      return { signed, latest: (await sign()).json.until };
    });
    expect([evening.signed.status, evening.latest]).toEqual([200, addDays(day, 365)]);
    expect(claimsOf(evening.signed.json.licence)).toMatchObject({ until: day, zone });
    expect([morning.signed.status, morning.latest]).toEqual([422, addDays(next, 365)]);
  });

  test("commands take the school's day for accounts, courses, licences and exports", async () => {
    const request = await requestOf(newMachine(), await issue());
    const folder = temporaryFolder();
    const { variables } = school;
    const toldAt = async (now: number, name: string) => {
      vi.setSystemTime(now);
      const email = ["--email", `${name}@thimble.example`];
      const words = ["user", "add", name, ...email, "--course", "PMB", "--password-stdin"];
      expect((await runWithInput(words, variables, "a needle in a haystack\n")).err).toBe("");
      const people = JSON.parse((await runInProcess(["user", "list", "--json"], variables)).out);
      const person = people.find(({ username }: { username: string }) => username === name);
      const licence = await runInProcess(["licence", "sign", request, "--json"], variables);
      const zip = path.join(folder, `${name}.zip`);
      expect((await runInProcess(["user", "export", name, zip], variables)).err).toBe("");
      const files = await unzipped(await readFile(zip));
      return [
        person.registered,
        person.courses[0].from,
        addDays(JSON.parse(licence.out).until, -365),
        /Exported on (\S+)\./.exec(`${files.get("index.html")}`)?.[1],
      ];
    };
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      expect(await toldAt(at - 1, "ada")).toEqual([day, day, day, day]);
      expect(await toldAt(at, "bea")).toEqual([next, next, next, next]);
    } finally {
      vi.useRealTimers();
    }
  });
});

const school = openSchool.shared();
const { zone, next, at } = TURNS_OF_DAY.find(({ name }) => name === "UTC+13") as TurnOfDay;
let token: string;
beforeAll(async () => {
  await moveToZone(school, zone);
  school.now = at;
  ({ token } = await school.student(FOREVER));
});

// At this moment it is still the day before in UTC and in Niue.
test.each([
  ["is not named", {}],
  ["is empty", { zone: "" }],
  ["is a very long text", { zone: "A".repeat(4000) }],
  ["leads out of a folder", { zone: "../../../etc/passwd" }],
  ["leads out of a zone", { zone: "Pacific/../Pacific/Niue" }],
  ["is an offset", { zone: "-11:00" }],
  ["is an offset from UTC", { zone: "UTC-11" }],
  ["is written in lower case", { zone: "pacific/niue" }],
  ["is a date with a zone", { zone: "2026-11-18T00:00[Pacific/Niue]" }],
  ["is nowhere", { zone: "Mars/Olympus" }],
  ["has a space", { zone: " Pacific/Niue" }],
  ["is a property of every object", { zone: "__proto__" }],
])("a student's zone that %s counts as the school's", async (_, query: { zone?: string }) => {
  expect((await today(school, token, query)).date).toBe(next);
  const json = { policy: "mediaconsent", accepted: true };
  const path = `/user/accept-policy?${new URLSearchParams(query)}`;
  expect((await school.call(path, { token, json })).json.accepted).toBe(next);
});

test.each(["Asia/Calcutta", "Asia/Kolkata", "Etc/GMT-14"])(
  "a zone may have an old name, as browsers use some: %s",
  async (old) => {
    school.now = Date.parse("2026-11-18T20:00:00Z");
    expect((await today(school, token, { zone: old })).date).toBe("2026-11-19");
    school.now = at;
  },
);

test("the organisation tells the school's zone, where it is not UTC", async () => {
  const school = await openSchool();
  const told = async () => (await school.call("/organizations/1")).json.organization;
  expect(await told()).not.toHaveProperty("zone");
  await moveToZone(school, "Pacific/Niue");
  expect(await told()).toHaveProperty("zone", "Pacific/Niue");
  const { user } = (await school.login((await school.add()).username)).json;
  expect([user.schoolZone, user.Organization.zone]).toEqual(["Pacific/Niue", "Pacific/Niue"]);
});

test("a zone that the server no longer knows counts as UTC", async () => {
  const school = await openSchool();
  await moveToZone(school, "Mars/Olympus");
  const { token } = await school.student(FOREVER);
  expect((await today(school, token)).date).toBe("2026-11-18");
});
