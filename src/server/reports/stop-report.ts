import { sql } from "kysely";
import { STOPPED_DAYS } from "../../domain/report-period.ts";
import { amongIds } from "../db/given-values.ts";
import { courseSize, IS_STUDENT, lessonTable, placedLessons } from "./course-lessons.ts";
import type { ReportQuestion } from "./report-question.ts";
import { weekBuckets } from "./week-buckets.ts";

const MAX_STOPS = 50;
const DAY_MS = 86_400_000;

interface Stop {
  readonly course_id: number;
  readonly number: number;
  readonly stopped: number;
}

/**
 * After which lessons students have stopped in a period: in a course of theirs that they have begun and not
 * completed, the lesson that they completed last, if they have opened none of the course for 28 days.
 */
export const stopReport = async (question: ReportQuestion) => {
  const { db, catalogue, now } = question;
  const placed = placedLessons(question);
  if (placed.length === 0) return { stops: [], stopped: 0 };
  const { rows } = await sql<Stop>`with place as materialized (${lessonTable(db, placed)}),
    own as materialized (
      select subscription.account_id, subscription.course_id, max(progress.completed) as completed,
        count(progress.completed) as done, max(progress.last_seen) as seen
      from subscription
      join account on account.id = subscription.account_id and ${IS_STUDENT}
      left join place on place.course_id = subscription.course_id
      left join progress on progress.account_id = subscription.account_id
        and progress.lesson_id = place.lesson_id
      group by subscription.account_id, subscription.course_id),
    last as (
      select own.account_id, own.course_id, max(place.number) as number
      from own join progress on progress.account_id = own.account_id
        and progress.completed = own.completed
      join place on place.lesson_id = progress.lesson_id and place.course_id = own.course_id
      where ${weekBuckets(question).within("own.completed")}
        and own.seen <= ${sql.lit(now - STOPPED_DAYS * DAY_MS)}
        and own.done < ${courseSize(question, "own.course_id")}
      group by own.account_id, own.course_id)
    select course_id, number, count(*) as stopped from last group by course_id, number
    order by stopped desc, course_id, number`.execute(db);
  const lessons = new Map(
    placed.map(({ course, number, lesson }) => [`${course}/${number}`, lesson]),
  );
  const shown = rows.slice(0, MAX_STOPS).flatMap(({ course_id, number, stopped }) => {
    const lesson_id = lessons.get(`${course_id}/${number}`);
    return lesson_id === undefined
      ? []
      : [{ course_id, number, lesson_id, stopped: Number(stopped) }];
  });
  const completed = await db
    .selectFrom("progress")
    .innerJoin("account", "account.id", "progress.account_id")
    .select(({ fn }) => ["lesson_id", fn.count<number>("completed").as("count")])
    .where(amongIds(db, "lesson_id", new Set(shown.map(({ lesson_id }) => lesson_id))))
    .where(IS_STUDENT)
    .groupBy("lesson_id")
    .execute();
  const counts = new Map(completed.map(({ lesson_id, count }) => [lesson_id, Number(count)]));
  return {
    stops: shown.map((stop) => ({
      ...stop,
      title: catalogue.lessons.get(stop.lesson_id)?.lesson.title ?? {},
      completed: counts.get(stop.lesson_id) ?? 0,
    })),
    stopped: rows.reduce((sum, { stopped }) => sum + Number(stopped), 0),
  };
};
