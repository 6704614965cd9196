import { type Kysely, type RawBuilder, sql } from "kysely";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { amongIds } from "../db/given-values.ts";
import { isPostgres } from "../db/is-postgres.ts";
import type { Tables } from "../db/schema.ts";
import type { ReportQuestion } from "./report-question.ts";

/** A lesson in a course. A lesson may be in several. */
interface PlacedLesson {
  readonly course: number;
  readonly lesson: number;
  /** From 1 on. */
  readonly number: number;
}

/** The courses that a report is about, by their ids. */
const coursesOf = ({ catalogue, course }: ReportQuestion) =>
  [...catalogue.courses].filter(([id]) => course === null || id === course);

/** How many lessons the course in a column has; null for a course that a report is not about. */
export const courseSize = (question: ReportQuestion, column: string): RawBuilder<number | null> => {
  const sizes = coursesOf(question).map(
    ([id, { course }]) => sql`when ${sql.lit(id)} then ${sql.lit(course.lessonsOrder.length)}`,
  );
  if (sizes.length === 0) return sql`null`;
  return sql`case ${sql.ref(column)} ${sql.join(sizes, sql` `)} end`;
};

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
export const IS_STUDENT = sql<boolean>`account.level < ${sql.lit(TUTOR_LEVEL)}`;

/** Joins the accounts of rows with an `account_id`, and leaves out those that are no student's. */
export const STUDENTS = sql`join account on account.id = account_id and ${IS_STUDENT}`;

/** A condition: a row of `message` is in a conversation that a report is about. */
export const inConversations = ({ course }: ReportQuestion): RawBuilder<boolean> =>
  course === null
    ? sql`true`
    : sql`conversation_id in (select id from conversation where course_id = ${course})`;
