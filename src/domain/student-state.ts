import { addDays, type Day, daysBetween } from "./calendar.ts";

/** After how many days without a lesson a student is stuck. */
const STUCK_DAYS = 14;
/** For how many days a student is new. */
const NEW_DAYS = 14;
/** How many days before its last day a course is about to end. */
const ENDING_DAYS = 30;

const DAY_MS = 86_400_000;

export interface StudentCourse {
  /** The first and the last day, `YYYY-MM-DD`; null: it is not known, there is no last day. */
  readonly from: string | null;
  readonly until: string | null;
  /** Whether it may be studied today. */
  readonly isActive: boolean;
  /** Whether all of its lessons are completed. */
  readonly isFinished: boolean;
}

interface StudentWork {
  /** The time, in milliseconds since 1970. */
  readonly now: number;
  /** The school's day of that time: courses begin and end by it. */
  readonly today: Day<"school">;
  /** The day on which the account was made. A course without a first day began then. */
  readonly registered: string;
  readonly courses: readonly StudentCourse[];
  /** When a lesson was open last, in milliseconds since 1970; null: never. */
  readonly lastStudied: number | null;
  /** Whether the account has a password. Nobody studies before they have been invited and chosen one. */
  readonly maySignIn: boolean;
}

export interface StudentState {
  /** There are lessons to study, but none was opened in 14 days by somebody who can sign in. */
  readonly stuck: boolean;
  /** The first course began within 14 days. */
  readonly new: boolean;
  /** A course ends within 30 days. */
  readonly ending: boolean;
}

/** Whether no lesson was open in 14 days. @param lastStudied null: never */
export const hasPaused = (lastStudied: number | null, now: number): boolean =>
  lastStudied === null || lastStudied <= now - STUCK_DAYS * DAY_MS;

/** What a tutor should know of a student at the first glance. */
export const studentState = (work: StudentWork): StudentState => {
  const { now, today, registered, courses, lastStudied, maySignIn } = work;
  const daysSince = ({ from }: StudentCourse) => daysBetween(from ?? registered, today);
  const active = courses.filter(({ isActive }) => isActive);
  const begun = Math.max(...courses.map(daysSince));
  const lastToEnd = addDays(today, ENDING_DAYS);
  return {
    stuck:
      maySignIn &&
      hasPaused(lastStudied, now) &&
      active.some((course) => !course.isFinished && daysSince(course) >= STUCK_DAYS),
    new: begun >= 0 && begun < NEW_DAYS,
    ending: active.some(({ until }) => until !== null && until <= lastToEnd),
  };
};
