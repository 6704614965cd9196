import { recordCompleted, recordSeen, type StudyTimes } from "../../../domain/study-week.ts";
import type { ProgressRow } from "../../db/schema.ts";

/** A person opened or completed a lesson. */
export interface StudyEvent {
  accountId: number;
  lessonId: number;
  packageId: number;
  courseId: number | null;
  /** The time, in milliseconds since 1970. */
  at: number;
}

const row = (
  before: ProgressRow | undefined,
  { accountId, lessonId, packageId, courseId }: StudyEvent,
  times: StudyTimes,
): ProgressRow => ({
  account_id: accountId,
  lesson_id: lessonId,
  package_id: packageId,
  course_id: courseId ?? before?.course_id ?? null,
  ...times,
});

/** The progress row after a lesson was opened or is still open. */
export const toOpenedRow = (before: ProgressRow | undefined, studied: StudyEvent): ProgressRow =>
  row(before, studied, recordSeen(before, studied.at));

/** The progress row after a lesson was completed. The first completion time stays. */
export const toCompletedRow = (before: ProgressRow | undefined, studied: StudyEvent): ProgressRow =>
  row(before, studied, recordCompleted(before, studied.at));
