import type { ProgressRow } from "../../db/schema.ts";

const iso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** A row in the contract's form. */
export const toSentProgress = (row: ProgressRow) => ({
  lesson_id: row.lesson_id,
  package_id: row.package_id,
  course_id: row.course_id,
  opened: iso(row.opened),
  completed: iso(row.completed),
  seconds: row.seconds,
});
