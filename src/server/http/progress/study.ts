import type { ProgressRow } from "../../db/schema.ts";

/** A longer silence between two signs of study is a pause, and does not count as study. */
export const LONGEST_GAP_MS = 5 * 60_000;

export interface Studied {
  accountId: number;
  lessonId: number;
  packageId: number;
  courseId: number | null;
  /** When, in milliseconds since 1970. */
  at: number;
}

const begun = ({ accountId, lessonId, packageId, courseId, at }: Studied): ProgressRow => ({
  account_id: accountId,
  lesson_id: lessonId,
  package_id: packageId,
  course_id: courseId,
  opened: at,
  completed: null,
  last_seen: at,
  seconds: 0,
});

/** The lesson was opened or is still open: the time since the last sign is added up. */
export const seen = (before: ProgressRow | undefined, studied: Studied): ProgressRow => {
  if (!before) return begun(studied);
  const gap = studied.at - before.last_seen;
  const counts = gap > 0 && gap <= LONGEST_GAP_MS;
  return {
    ...before,
    package_id: studied.packageId,
    course_id: studied.courseId ?? before.course_id,
    opened: Math.min(before.opened ?? studied.at, studied.at),
    last_seen: Math.max(before.last_seen, studied.at),
    seconds: before.seconds + (counts ? Math.round(gap / 1000) : 0),
  };
};

/** The lesson is done, at the first time that says so. */
export const completed = (before: ProgressRow | undefined, studied: Studied): ProgressRow => {
  const row = seen(before, studied);
  return { ...row, completed: Math.min(row.completed ?? studied.at, studied.at) };
};
