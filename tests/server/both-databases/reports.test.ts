import type { Kysely } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays, type Day, daysBetween } from "../../../src/domain/calendar.ts";
import { weekOf } from "../../../src/domain/study-week.ts";
import { CatalogueHolder } from "../../../src/server/content/catalogue.ts";
import { daysIn } from "../../../src/server/days.ts";
import type { Tables } from "../../../src/server/db/schema.ts";
import { insertConversation } from "../../../src/server/messages/conversations.ts";
import { handIns, TASK } from "../support/hand-ins.ts";
import { moveToZone } from "../support/move-to-zone.ts";
import { DAY, MINUTE, NOON, openSchool, PMB, SWB } from "../support/test-school.ts";

const ZONE = "Europe/Athens";
const SUNDAY = 7;
/** Both turns of the clocks are within it. */
const FROM = "2026-02-04";
const TO = "2026-11-18";
const PERIOD = `from=${FROM}&to=${TO}&weekStart=${SUNDAY}`;
const HOUR = 60 * MINUTE;

const school = openSchool.shared();
const days = daysIn<"school">(ZONE);
let state = 7;
/** Numbers from 0 to 1 that look random and are the same each time. */
const random = (): number => {
  state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return state / 4_294_967_296;
};
let manager: string;
const students: number[] = [];

/** A time of the last year; many are near the turn of a week, and none is in the future. */
const someTime = (): number => {
  const day = addDays(TO, -Math.floor(random() * 340)) as Day<"school">;
  const near = random() < 0.3 ? weekOf(day, SUNDAY)[0] : undefined;
  const at = near ? days.startOf(near as Day<"school">) + Math.floor(random() * 3 - 1) : 0;
  return Math.min(NOON, at || days.startOf(day) + Math.floor(random() * DAY));
};

const insert = (db: Kysely<Tables>, table: keyof Tables, row: object) =>
  db
    .insertInto(table)
    .values(row as never)
    .execute();

const lessonsOf = async (course: number): Promise<number[]> => {
  const { current } = await CatalogueHolder.open(school.database.read);
  return (current.courses.get(course)?.course.lessonsOrder ?? []).map(({ id }) => Number(id));
};

/** Twenty-three students and a tutor, with all that reports count. */
const addHistory = async () => {
  const courses = { [PMB]: await lessonsOf(PMB), [SWB]: await lessonsOf(SWB) };
  for (let count = 0; count < 24; count += 1) {
    const isTutor = count === 0;
    const person = await school.add({ level: isTutor ? 10 : 0 });
    if (!isTutor) students.push(person.id);
    await school.database.write(async (db) => {
      const account_id = person.id;
      for (const [course, lessons] of Object.entries(courses)) {
        const exp_date = random() < 0.2 ? null : addDays(TO, Math.floor(random() * 400) - 60);
        const course_id = Number(course);
        const dates = { sub_date: "2026-01-01", sub_months: null, exp_date };
        await insert(db, "subscription", { account_id, course_id, ...dates });
        const most = random() < 0.2 ? lessons.length : Math.floor(random() * lessons.length);
        for (const lesson_id of lessons.slice(0, most)) {
          const times = [someTime(), someTime(), someTime()];
          const [opened, done, last_seen] = times.toSorted((a, b) => a - b);
          const completed = random() < 0.8 || most === lessons.length ? done : null;
          const row = { account_id, lesson_id, package_id: 1, course_id, seconds: 60 };
          await insert(db, "progress", { ...row, opened, completed, last_seen });
        }
      }
      for (let sent = 0; sent < 3; sent += 1) {
        const created = someTime();
        const isAnswered = random() < 0.7;
        const answered = isAnswered ? created + Math.floor(random() * 5 * DAY) : null;
        await insert(db, "upload", {
          ...{ account_id, lesson_id: TASK, created, comment: "", tutor: null },
          ...{ published_at: answered, first_answered: answered, latest: sent === 2 ? 1 : 0 },
          state: isAnswered ? "accepted" : "uploaded",
          feedback: isAnswered ? "" : null,
          feedback_at: answered === null ? null : answered + DAY,
        });
      }
      const course_id = random() < 0.5 ? PMB : null;
      const conversation_id = await insertConversation(db, account_id, { course_id });
      let created = someTime() - 30 * DAY;
      for (let message = 0; message < 6; message += 1) {
        created += Math.floor(random() * 2 * DAY);
        const role = message === 0 || random() < 0.6 ? "student" : "tutor";
        const text = { author: "", subject: "", body: "" };
        const from = { conversation_id, account_id, author_id: account_id };
        await insert(db, "message", { ...from, role, created, ...text });
      }
    });
  }
  return courses;
};

let courses: Record<number, number[]>;
beforeAll(async () => {
  await moveToZone(school, ZONE);
  courses = await addHistory();
  manager = await school.token(await school.add({ level: 20 }));
});

const report = async (name: string, query: Record<string, string | number> = {}) => {
  const more = Object.entries(query).map(([key, value]) => `&${key}=${value}`);
  const path = `/staff/reports/${name}?${PERIOD}${more.join("")}`;
  return (await school.call(path, { token: manager })).json;
};

/** The first day of the week of a time; null where it is outside of the period. */
const weekAt = (at: number | null): string | null => {
  if (at === null) return null;
  const day = days.of(Number(at));
  return day >= FROM && day <= TO ? (weekOf(day, SUNDAY)[0] ?? null) : null;
};

const isStudent = (id: number) => students.includes(id);

const conversationsOf = async (course: number | null) => {
  const all = await school.rows("conversation", course === null ? {} : { course_id: course });
  return new Set(all.map(({ id }) => id));
};

/** Turns of students, counted one by one: when each began, and when somebody answered. */
const turnsOf = async (course: number | null) => {
  const about = await conversationsOf(course);
  const turns: { created: number; answered: number | null }[] = [];
  const all = (await school.rows("message")).filter((row) => isStudent(row.account_id));
  for (const [id, messages] of Map.groupBy(all, (row) => row.conversation_id)) {
    if (!about.has(id)) continue;
    let waiting: { created: number; answered: number | null } | null = null;
    for (const { role, created } of messages.toSorted((a, b) => Number(a.id) - Number(b.id))) {
      if (role === "student") {
        waiting ??= { created: Number(created), answered: null };
        if (!turns.includes(waiting)) turns.push(waiting);
      } else if (waiting) {
        waiting.answered = Number(created);
        waiting = null;
      }
    }
  }
  return turns;
};

/** The smallest value that so many percent do not exceed. */
const percentile = (sorted: readonly number[], percent: number) =>
  sorted.find((_, at) => (at + 1) * 100 >= sorted.length * percent) ?? null;

const waited = (sent: readonly { created: number; answered: number | null }[]) => {
  const waits = sent
    .flatMap(({ created, answered }) => (answered === null ? [] : [answered - created]))
    .toSorted((a, b) => a - b);
  return { answered: waits.length, median: percentile(waits, 50), ninety: percentile(waits, 90) };
};

describe.each([null, PMB, SWB])("reports of course %s equal a plain count", (course) => {
  const query: Record<string, number> = course === null ? {} : { course };
  const ofCourse = (lesson: number) => course === null || courses[course]?.includes(lesson);

  test("reports count active students and completed lessons by week", async () => {
    const progress = (await school.rows("progress")).filter(
      (row) => isStudent(row.account_id) && ofCourse(row.lesson_id),
    );
    const about = await conversationsOf(course);
    const events = [
      ...progress.flatMap((row) =>
        [row.opened, row.completed, row.last_seen].map((at) => [row.account_id, at] as const),
      ),
      ...(await school.rows("upload"))
        .filter((row) => ofCourse(row.lesson_id))
        .map((row) => [row.account_id, row.created] as const),
      ...(await school.rows("message"))
        .filter((row) => row.role === "student" && about.has(row.conversation_id))
        .map((row) => [row.account_id, row.created] as const),
    ].filter(([account, at]) => isStudent(account) && weekAt(at) !== null);
    const found = await report("weeks", query);
    expect(found.weeks).toHaveLength(Math.floor(daysBetween("2026-02-01", TO) / 7) + 1);
    for (const { day, active, completed } of found.weeks) {
      const inWeek = events.filter(([, at]) => weekAt(at) === day);
      expect([day, active]).toEqual([day, new Set(inWeek.map(([account]) => account)).size]);
      const done = progress.filter((row) => weekAt(row.completed) === day);
      expect([day, completed]).toEqual([day, done.length]);
    }
    expect(found.active).toBe(new Set(events.map(([account]) => account)).size);
    expect(found.completed).toBe(progress.filter((row) => weekAt(row.completed)).length);
    expect(found.active).toBeGreaterThan(5);
  });

  test("reports count after which lesson students have stopped", async () => {
    const progress = await school.rows("progress");
    const expected = new Map<string, number>();
    for (const { account_id, course_id } of await school.rows("subscription")) {
      if (!isStudent(account_id) || (course !== null && course_id !== course)) continue;
      const lessons = courses[course_id] ?? [];
      const own = progress.filter(
        (row) => row.account_id === account_id && lessons.includes(row.lesson_id),
      );
      const done = own.filter((row) => row.completed !== null);
      const seen = Math.max(...own.map((row) => Number(row.last_seen)));
      const last = Math.max(...done.map((row) => Number(row.completed)));
      if (done.length === 0 || done.length === lessons.length) continue;
      if (seen > NOON - 28 * DAY || weekAt(last) === null) continue;
      const at = Math.max(
        ...done
          .filter((row) => Number(row.completed) === last)
          .map((row) => lessons.indexOf(row.lesson_id)),
      );
      const key = `${course_id}/${at + 1}/${lessons[at]}`;
      expected.set(key, (expected.get(key) ?? 0) + 1);
    }
    const { stops, stopped } = await report("stops", query);
    const found = new Map<string, number>();
    for (const { course_id, number, lesson_id, completed, ...stop } of stops) {
      found.set(`${course_id}/${number}/${lesson_id}`, stop.stopped);
      const of = progress.filter((row) => row.lesson_id === lesson_id && isStudent(row.account_id));
      const done = of.filter((row) => row.completed !== null);
      expect([lesson_id, completed]).toEqual([lesson_id, done.length]);
    }
    expect(found).toEqual(expected);
    expect(stopped).toBe([...expected.values()].reduce((sum, count) => sum + count, 0));
    if (course !== SWB) expect(stopped).toBeGreaterThan(0);
  });

  test("reports tell how long hand-ins and messages have waited", async () => {
    const uploads = (await school.rows("upload"))
      .filter((row) => isStudent(row.account_id) && ofCourse(row.lesson_id))
      .map(({ created, first_answered, state, latest }) => ({
        created: Number(created),
        answered: first_answered === null ? null : Number(first_answered),
        isOpen: state === "uploaded" && latest === 1,
      }));
    const turns = await turnsOf(course);
    const found = await report("waits", query);
    for (const { day, hand_ins, messages } of found.weeks) {
      const inWeek = <Sent extends { created: number; answered: number | null }>(
        sent: readonly Sent[],
      ) => waited(sent.filter(({ created }) => weekAt(created) === day));
      expect({ day, hand_ins, messages }).toEqual({
        day,
        hand_ins: inWeek(uploads),
        messages: inWeek(turns),
      });
    }
    const inPeriod = ({ created }: { created: number }) => weekAt(created) !== null;
    expect(found.hand_ins).toEqual(waited(uploads.filter(inPeriod)));
    expect(found.messages).toEqual(waited(turns.filter(inPeriod)));
    const since = (open: readonly { created: number }[]) => {
      const first = Math.min(...open.map(({ created }) => created));
      return { count: open.length, since: open.length > 0 ? new Date(first).toISOString() : null };
    };
    expect(found.open_hand_ins).toEqual(since(uploads.filter(({ isOpen }) => isOpen)));
    expect(found.open_messages).toEqual(since(turns.filter(({ answered }) => answered === null)));
  });

  test("reports count whose courses end from today on", async () => {
    const until = addDays(TO, daysBetween(FROM, TO));
    const progress = await school.rows("progress");
    const subscribed = await school.rows("subscription");
    const ends = subscribed.flatMap(({ account_id, course_id, exp_date }) => {
      if (!isStudent(account_id) || (course !== null && course_id !== course)) return [];
      if (exp_date === null) return [];
      const day = addDays(String(exp_date), 5);
      if (day < TO || day > until) return [];
      const lessons = courses[course_id] ?? [];
      const own = progress.filter((row) => row.account_id === account_id && row.completed !== null);
      const done = own.filter((row) => lessons.includes(row.lesson_id));
      return [{ week: weekOf(day, SUNDAY)[0], isFinished: done.length === lessons.length }];
    });
    const found = await report("ends", query);
    expect([found.from, found.to]).toEqual([TO, until]);
    for (const { day, ending, finished } of found.weeks) {
      const inWeek = ends.filter(({ week }) => week === day);
      const expected = [day, inWeek.length, inWeek.filter((one) => one.isFinished).length];
      expect([day, ending, finished]).toEqual(expected);
    }
    expect(found.ending).toBe(ends.length);
    expect(found.ending).toBeGreaterThan(0);
  });
});

test("a hand-in has waited for its first answer, also when another one follows, and not for one taken back", async () => {
  const school = await openSchool();
  const { student, handIn } = handIns(() => school);
  const { token } = await student();
  const tutor = await school.token(await school.add({ level: 10 }));
  const first = (await handIn(token)).json.assignment.uploads[0].id;
  school.now += HOUR;
  const last = (await handIn(token)).json.assignment.uploads[0].id;
  const path = `/desk/hand-ins/${last}/answer`;
  const answer = async (replaces: string | null = null) => {
    const json = { state: "accepted", text: "", replaces, drawings: [] };
    const given = await school.call(path, { token: tutor, json });
    return given.json.hand_in.feedback.date as string;
  };
  const answered = async () => {
    const found = await Promise.all([first, last].map((id) => school.row("upload", { id })));
    return found.map(({ first_answered: at }) => (at === null ? null : Number(at)));
  };
  school.now += HOUR;
  await answer();
  await school.call(path, { method: "DELETE", token: tutor });
  expect(await answered()).toEqual([null, null]);
  school.now += HOUR;
  const at = school.now;
  const given = await answer();
  school.now += HOUR;
  await answer(given);
  expect(await answered()).toEqual([at, at]);
});

test("each report is a table, too, with the same numbers", async () => {
  for (const [name, columns] of [
    ["weeks", "week,active,completed"],
    ["stops", "course,number,lesson,stopped,completed"],
    [
      "waits",
      "week,hand_ins,hand_ins_half_ms,hand_ins_ninety_ms,messages,messages_half_ms,messages_ninety_ms",
    ],
    ["ends", "week,ending,finished"],
  ] as const) {
    const path = `/staff/reports/${name}/table?from=${FROM}&to=${TO}&weekStart=${SUNDAY}`;
    const { text, status } = await school.call(path, { token: manager });
    const [titles, ...lines] = text.replace("\ufeff", "").trimEnd().split("\r\n");
    expect([status, titles]).toEqual([200, columns]);
    const { weeks, stops } = await report(name);
    expect(lines).toHaveLength((weeks ?? stops).length);
    const expected = name === "weeks" ? Object.values(weeks[0]).join(",") : expect.any(String);
    expect(lines[0]).toEqual(expected);
  }
  const none = await school.call("/staff/reports/none/table", { token: manager });
  expect(none.status).toBe(404);
});
