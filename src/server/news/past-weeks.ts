import type { Kysely } from "kysely";
import { addDays, type Day } from "../../domain/calendar.ts";
import { courseState } from "../../domain/course-expiry.ts";
import { GATHER_MS, type PersonsClocks, pastWeek } from "../../domain/news.ts";
import type { Tables } from "../db/schema.ts";
import { schoolToday } from "../school/school-today.ts";
import type { Services } from "../services.ts";
import { completedLessons, ownCourses } from "../study/reading.ts";
import { clocksOf, nextLook, weekStartOf } from "./news-choice.ts";
import { readPeople, type ToldPerson } from "./news-rows.ts";
import { addNews } from "./outbox.ts";

type NewsServices = Pick<Services, "catalogue" | "database" | "clock">;

const firstDayOf = (week: number): Day<"student"> => addDays("1970-01-01", week) as Day<"student">;

/** Whether a person has studied in a week or since then. @param week as `PastWeek` numbers it */
export const hasStudiedSince = async (
  db: Kysely<Tables>,
  accountId: number,
  week: number,
  clocks: PersonsClocks,
): Promise<boolean> => {
  const studied = await db
    .selectFrom("progress")
    .select("lesson_id")
    .where("account_id", "=", accountId)
    .where("last_seen", ">=", clocks.at(firstDayOf(week), 0))
    .limit(1)
    .executeTakeFirst();
  return studied !== undefined;
};

/** Whether a person had something to study in a week: a course that goes on, and a lesson left in it. */
const hadLessons = async (
  services: NewsServices,
  { id, level }: ToldPerson,
  week: number,
): Promise<boolean> => {
  const { read } = services.database;
  const today = schoolToday(services);
  const done = await completedLessons(read, id);
  const own = await ownCourses(services, read, { accountId: id, level });
  return own.some(
    ({ entry, subscription }) =>
      courseState(subscription, today, level).kind === "active" &&
      (subscription.subDate ?? "") <= firstDayOf(week) &&
      entry.course.lessonsOrder.some((lesson) => !done.has(Number(lesson.id))),
  );
};

const PEOPLE_AT_ONCE = 100;

/** Notices the weeks that are over and in which somebody has not studied who wants to be told. */
export const noticePastWeeks = async (services: NewsServices): Promise<void> => {
  const { database, clock } = services;
  const now = clock();
  const over = await database.read
    .selectFrom("news_choice")
    .select(["account_id", "idle_next"])
    .where("idle_next", "<=", now)
    .orderBy("idle_next")
    .limit(PEOPLE_AT_ONCE)
    .execute();
  if (over.length === 0) return;
  const looks = new Map(over.map(({ account_id, idle_next }) => [account_id, idle_next]));
  for (const person of await readPeople(database.read, [...looks.keys()])) {
    const clocks = clocksOf(person.zone, services.catalogue.current.schoolDays);
    const week = pastWeek(now, weekStartOf(person), clocks).number;
    const isIdle =
      !(await hasStudiedSince(database.read, person.id, week, clocks)) &&
      (await hadLessons(services, person, week));
    await database.write(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable("news_choice")
        .set({ idle_next: nextLook(services, person.level, person) })
        .where("account_id", "=", person.id)
        // Another server may have been first.
        .where("idle_next", "=", looks.get(person.id) ?? null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n || !isIdle) return;
      // It is told at once: nothing else belongs to it.
      const news = { accountId: person.id, kind: "idle", subjectId: week } as const;
      await addNews(db, [news], now - GATHER_MS);
    });
  }
};
