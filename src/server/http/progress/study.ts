import { completedAt, type StudyTimes, seenAt } from "../../../domain/study-times.ts";
import type { ProgressRow } from "../../db/schema.ts";

export interface Studied {
  accountId: number;
  lessonId: number;
  packageId: number;
  courseId: number | null;
  /** When, in milliseconds since 1970. */
  at: number;
}

const row = (
  before: ProgressRow | undefined,
  { accountId, lessonId, packageId, courseId }: Studied,
  times: StudyTimes,
): ProgressRow => ({
  account_id: accountId,
  lesson_id: lessonId,
  package_id: packageId,
  course_id: courseId ?? before?.course_id ?? null,
  ...times,
});

/** The lesson was opened or is still open. */
export const seen = (before: ProgressRow | undefined, studied: Studied): ProgressRow =>
  row(before, studied, seenAt(before, studied.at));

/** The lesson is completed. The first completion time stays. */
export const completed = (before: ProgressRow | undefined, studied: Studied): ProgressRow =>
  row(before, studied, completedAt(before, studied.at));
