import { type Kysely, type RawBuilder, sql } from "kysely";
import { amongIds } from "../db/among-ids.ts";
import { isPostgres } from "../db/is-postgres.ts";
import type { Tables } from "../db/schema.ts";
import type { ReportQuestion } from "./report-question.ts";

/** A lesson in a course. A lesson may be in several. */
export interface PlacedLesson {
  readonly course: number;
  readonly lesson: number;
  /** From 1 on. */
  readonly number: number;
}

/** The courses that a report is about, by their ids. */
const coursesOf = ({ catalogue, course }: ReportQuestion) =>
  [...catalogue.courses].filter(([id]) => course === null || id === course);

/** How many lessons each course of a report has. */
export const courseSizes = (question: ReportQuestion): ReadonlyMap<number, number> =>
  new Map(coursesOf(question).map(([id, { course }]) => [id, course.lessonsOrder.length]));

/** The lessons of the courses that a report is about. */
export const placedLessons = (question: ReportQuestion): PlacedLesson[] =>
  coursesOf(question).flatMap(([course, entry]) =>
    entry.course.lessonsOrder.map(({ id }, at) => ({ course, lesson: Number(id), number: at + 1 })),
  );

/** A condition: a column has a lesson that a report is about. */
export const ofReport = (question: ReportQuestion, column: string): RawBuilder<boolean> => {
  if (question.course === null) return sql`true`;
  return amongIds(
    question.db,
    column,
    new Set(placedLessons(question).map(({ lesson }) => lesson)),
  );
};

/** Rows of three numbers as a table that a statement can read: `course_id`, `lesson_id`, `number`. */
export const lessonTable = (
  db: Kysely<Tables>,
  lessons: readonly PlacedLesson[],
): RawBuilder<unknown> => {
  if (isPostgres(db)) {
    return sql`select * from unnest(
      ${lessons.map(({ course }) => course)}::integer[],
      ${lessons.map(({ lesson }) => lesson)}::integer[],
      ${lessons.map(({ number }) => number)}::integer[]) as t (course_id, lesson_id, number)`;
  }
  const rows = JSON.stringify(lessons.map((one) => [one.course, one.lesson, one.number]));
  return sql`select json_extract(value, '$[0]') as course_id, json_extract(value, '$[1]') as lesson_id,
    json_extract(value, '$[2]') as number from json_each(${rows})`;
};

/** A condition: a row of `account` is a student's. Those of the school's staff study to look at it. */
export const isStudent = (level: number): RawBuilder<boolean> =>
  sql`account.level < ${sql.lit(level)}`;
