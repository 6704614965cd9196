import { readFile } from "node:fs/promises";
import path from "node:path";
import { BlobReader, TextWriter, ZipReader } from "@zip.js/zip.js";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { addDays, weekdayOf } from "../../../src/domain/calendar.ts";
import { EXPIRY_EXTENSION_DAYS } from "../../../src/domain/course-expiry.ts";
import { changePerson } from "../../../src/server/people/change-person.ts";
import { schoolDay } from "../../support/day.ts";
import { TURNS_OF_DAY, type TurnOfDay } from "../../support/turns-of-day.ts";
import { claimsOf, requestOf } from "../support/licence-file.ts";
import { activationCalls, newMachine } from "../support/machine.ts";
import { moveToZone } from "../support/move-to-zone.ts";
import { runInProcess, runWithInput } from "../support/run-in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { MINUTE, openSchool, PMB, type TestSchool } from "../support/test-school.ts";

const FOREVER = { course: PMB, expDate: null };

const textInZip = async (file: string, name: string): Promise<string> => {
  const zip = new ZipReader(new BlobReader(new Blob([await readFile(file)])));
  const entry = (await zip.getEntries()).find(({ filename }) => filename === name);
  return entry && !entry.directory ? entry.getData(new TextWriter()) : "";
};

const today = async (school: TestSchool, token: string, query: string) => {
  const answer = await school.call(`/user/progress/today/${PMB}?${query}`, { token });
  expect(answer.status).toBe(200);
  return answer.json.today;
};

describe.each(TURNS_OF_DAY)("$name in $zone for a student", ({ zone, day, next, at }) => {
  const school = openSchool.shared();

  test("today's class, its week and completed lessons count the student's day", async () => {
    school.now = at - 60 * MINUTE;
    const { token } = await school.student(FOREVER);
    school.now = at - 1;
    await school.complete(token, 101);
    const query = `language=en&weekStart=${weekdayOf(next)}&zone=${encodeURIComponent(zone)}`;
    const evening = await today(school, token, query);
    expect(evening).toMatchObject({ date: day, doneThisWeek: 1 });
    expect(evening.days.at(-1)).toEqual({ date: day, done: 1 });
    school.now = at;
    await school.complete(token, 102);
    const morning = await today(school, token, query);
    expect(morning).toMatchObject({ date: next, doneThisWeek: 1 });
    expect(morning.days[0]).toEqual({ date: next, done: 1 });
    const before = await today(
      school,
      token,
      query.replace(/weekStart=\d/, `weekStart=${weekdayOf(day)}`),
    );
    expect(before.days.slice(0, 2)).toEqual([
      { date: day, done: 1 },
      { date: next, done: 1 },
    ]);
  });

  test("a lesson completed without a network counts on its own day, whenever the school hears of it", async () => {
    school.now = at - 60 * MINUTE;
    const { token } = await school.student(FOREVER);
    school.now = at + 60 * MINUTE;
    const headers = { "X-Queued-At": new Date(at - 1).toISOString() };
    await school.complete(token, 101, headers);
    const query = `weekStart=${weekdayOf(day)}&zone=${encodeURIComponent(zone)}`;
    expect((await today(school, token, query)).days.slice(0, 2)).toEqual([
      { date: day, done: 1 },
      { date: next, done: 0 },
    ]);
  });

  test("a policy is accepted on the student's day", async () => {
    school.now = at - 60 * MINUTE;
    const { token } = await school.student();
    const accept = async (now: number) => {
      school.now = now;
      const json = { policy: "personaldata", accepted: true };
      const path = `/user/accept-policy?zone=${encodeURIComponent(zone)}`;
      return (await school.call(path, { token, json })).json.accepted;
    };
    expect([await accept(at - 1), await accept(at)]).toEqual([day, next]);
  });

  test("the tag of today's class changes when the student's day turns", async () => {
    school.now = at - 60 * MINUTE;
    const { token } = await school.student(FOREVER);
    const path = `/user/progress/today/${PMB}?zone=${encodeURIComponent(zone)}`;
    school.now = at - 1;
    const tag = String((await school.call(path, { token })).headers.etag);
    const again = () => school.call(path, { token, headers: { "If-None-Match": tag } });
    expect((await again()).status).toBe(304);
    school.now = at;
    expect((await again()).status).toBe(200);
  });
});

// Far from UTC on either side; the rule itself is tested at all turns.
describe.each(TURNS_OF_DAY.slice(0, 2))(
  "$name in $zone for a school",
  ({ zone, day, next, at }) => {
    const school = openSchool.shared();
    let admin: string;
    const { issue } = activationCalls(() => school);
    beforeAll(async () => {
      await moveToZone(school, zone);
      school.now = at - 60 * MINUTE;
      admin = await school.token(await school.add({ level: 100 }));
    });

    const inTheEvening = () => {
      school.now = at - 1;
    };
    const atMidnight = () => {
      school.now = at;
    };

    test("a course stays open until the school's fifth day after its end", async () => {
      school.now = at - 60 * MINUTE;
      const expDate = addDays(day, -EXPIRY_EXTENSION_DAYS);
      const { token } = await school.student({ course: PMB, expDate });
      const open = () => school.call("/products/PM/lessons/paper?language=en", { token });
      inTheEvening();
      expect((await open()).status).toBe(200);
      atMidnight();
      const answer = await open();
      expect([answer.status, answer.json.code]).toEqual([403, "course/expired"]);
    });

    test("an account ends with the school's day, also for a session that is remembered", async () => {
      school.now = at - 60 * MINUTE;
      const person = await school.add();
      const account = await school.row("account", { id: person.id });
      await school.database.write((db) =>
        changePerson(
          db,
          account,
          { lastDay: day },
          {
            ...{ actor: { kind: "command" }, now: school.now, today: schoolDay(day) },
            courseKeys: new Map(),
          },
        ),
      );
      const token = await school.token(person);
      const read = async () => (await school.call("/user/progress", { token })).status;
      inTheEvening();
      expect([await read(), await read()]).toEqual([200, 200]);
      atMidnight();
      expect(await read()).toBe(401);
    });

    test("announcements begin and end on the school's day", async () => {
      const row = { organisation_id: 1, translations: "[]" };
      await school.database.write((db) =>
        db
          .insertInto("announcement")
          .values([
            { id: 1, from_date: day, to_date: day, ...row },
            { id: 2, from_date: next, to_date: next, ...row },
          ])
          .execute(),
      );
      const shown = async () =>
        (await school.call("/organizations/1/announcements/active")).json.announcements.map(
          ({ id }: { id: number }) => id,
        );
      inTheEvening();
      expect(await shown()).toEqual([1]);
      atMidnight();
      expect(await shown()).toEqual([2]);
    });

    test("a licence file ends on the school's day or later, and names the day with its zone", async () => {
      const request = await requestOf(newMachine(), await issue());
      const sign = (until?: string) =>
        school.call("/user/sign-licence", { token: admin, json: { request, until } });
      inTheEvening();
      const signed = await sign(day);
      expect(signed.status).toBe(200);
      expect(claimsOf(signed.json.licence)).toMatchObject({ until: day, zone });
      expect((await sign()).json.until).toBe(addDays(day, 365));
      atMidnight();
      expect((await sign(day)).status).toBe(422);
      expect((await sign()).json.until).toBe(addDays(next, 365));
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
        return [
          person.registered,
          person.courses[0].from,
          addDays(JSON.parse(licence.out).until, -365),
          /Exported on (\S+)\./.exec(await textInZip(zip, "index.html"))?.[1],
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

    test("a student whose app names no zone has the school's day", async () => {
      school.now = at - 60 * MINUTE;
      const { token } = await school.student(FOREVER);
      inTheEvening();
      expect((await today(school, token, "language=en")).date).toBe(day);
      atMidnight();
      expect((await today(school, token, "language=en")).date).toBe(next);
    });
  },
);

describe("a student's zone", () => {
  const school = openSchool.shared();
  const { zone, day, at } = TURNS_OF_DAY.find(({ name }) => name === "UTC+13") as TurnOfDay;
  beforeAll(async () => {
    await moveToZone(school, zone);
  });

  test.each([
    ["is a very long text", "A".repeat(4000)],
    ["is empty", ""],
    ["leads out of a folder", "../../../etc/passwd"],
    ["leads out of a zone", "Pacific/../Pacific/Niue"],
    ["is an offset", "-11:00"],
    ["is an offset from UTC", "UTC-11"],
    ["is an offset that no place has", "UTC+99:00"],
    ["is written in lower case", "pacific/niue"],
    ["is written in upper case", "PACIFIC/NIUE"],
    ["is a date with a zone", "2026-11-18T00:00[Pacific/Niue]"],
    ["is a name in brackets", "[Pacific/Niue]"],
    ["is nowhere", "Mars/Olympus"],
    ["has a space", " Pacific/Niue"],
    ["is a property of every object", "__proto__"],
  ])("a student's zone that %s counts as the school's", async (_, text) => {
    school.now = at - 1;
    const { token } = await school.student(FOREVER);
    const named = encodeURIComponent(text);
    expect((await today(school, token, `zone=${named}`)).date).toBe(day);
    const json = { policy: "mediaconsent", accepted: true };
    const path = `/user/accept-policy?zone=${named}`;
    expect((await school.call(path, { token, json })).json.accepted).toBe(day);
  });

  test("a zone may have an old name, as browsers use some", async () => {
    school.now = Date.parse("2026-11-18T20:00:00Z");
    const { token } = await school.student(FOREVER);
    for (const name of ["Asia/Calcutta", "Asia/Kolkata", "Etc/GMT-14"]) {
      expect((await today(school, token, `zone=${name}`)).date).toBe("2026-11-19");
    }
  });
});

test("the organisation tells the school's zone, where it is not UTC", async () => {
  const school = await openSchool();
  const told = async () => (await school.call("/organizations/1")).json.organization;
  expect(await told()).not.toHaveProperty("zone");
  await moveToZone(school, "Pacific/Niue");
  expect(await told()).toHaveProperty("zone", "Pacific/Niue");
  const { username } = await school.add();
  const { user } = (await school.login(username)).json;
  expect(user).toMatchObject({
    schoolZone: "Pacific/Niue",
    Organization: { zone: "Pacific/Niue" },
  });
  await moveToZone(school, "");
  expect(await told()).not.toHaveProperty("zone");
});

test("a zone that the server no longer knows counts as UTC", async () => {
  const school = await openSchool();
  await moveToZone(school, "Mars/Olympus");
  const { token } = await school.student(FOREVER);
  expect((await today(school, token, "")).date).toBe("2026-11-18");
});
