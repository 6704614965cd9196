import type { Id } from "../contract/wire.ts";
import { addDays, type DayOf, weekdayOf } from "./calendar.ts";
import { type LessonsOrder, nextToStudy } from "./lesson-access.ts";
import type { Weekday } from "./week-locale.ts";
import { MONDAY } from "./week-start.ts";

const DAYS = 7;

/** A day and the number of lessons that were completed on it. */
export interface StudyDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly done: number;
}

/** The seven days of the week that contains a day, in order. */
export const weekOf = (date: string, weekStart: Weekday = MONDAY): string[] => {
  const sinceStart = (weekdayOf(date) + DAYS - weekStart) % DAYS;
  return Array.from({ length: DAYS }, (_, day) => addDays(date, day - sinceStart));
};

interface StudyWeek {
  /** A day of that week. */
  readonly date: string;
  readonly order: LessonsOrder;
  /** When each lesson was completed, by lesson id: ISO date-times, or days. */
  readonly completed: ReadonlyMap<Id, string | null>;
  /** The student's day of a time. */
  readonly dayOf: DayOf<"student">;
  /** The first day of the week; absent: Monday. */
  readonly weekStart?: Weekday;
}

/** The number of lessons of a course that were completed on each day of a week. */
export const doneByDay = ({ date, order, completed, dayOf, weekStart }: StudyWeek): StudyDay[] => {
  // To tell a day takes long, and most lessons were completed before the week, whatever the zone.
  const before = addDays(date, -DAYS - 1);
  const days = order.map(({ id }) => {
    const at = completed.get(id) ?? "";
    // A school may tell the day alone.
    return at > before && at.includes("T") ? dayOf(Date.parse(at)) : at;
  });
  return weekOf(date, weekStart).map((day) => ({
    date: day,
    done: days.filter((other) => other === day).length,
  }));
};

interface WeekProgress {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly weeklyTarget: number;
  readonly doneThisWeek: number;
  /** Lessons of the course that are not completed. */
  readonly left: number;
  /** The first day of the week; absent: Monday. */
  readonly weekStart?: Weekday;
}

/**
 * The number of lessons to study today and on each later day of the week. The rest of the target is
 * spread evenly, with more on the earlier days. All are 0 if the target is met or the course is
 * finished.
 * @returns a number for each day from `date` to the last day of the week
 */
export const lessonsByDay = (week: WeekProgress): number[] => {
  const { date, weeklyTarget, doneThisWeek, left, weekStart } = week;
  const days = DAYS - weekOf(date, weekStart).indexOf(date);
  let remaining = Math.max(0, Math.min(weeklyTarget - doneThisWeek, left));
  return Array.from({ length: days }, (_, day) => {
    const share = Math.ceil(remaining / (days - day));
    remaining -= share;
    return share;
  });
};

/** The lessons of a course that are not completed, the next to study first. */
export const lessonsToStudy = (order: LessonsOrder, completed: ReadonlySet<Id>): Id[] => {
  const next = nextToStudy(order, completed);
  const from = order.findIndex(({ id }) => id === next);
  return [...order.slice(from), ...order.slice(0, Math.max(0, from))]
    .map(({ id }) => id)
    .filter((id) => !completed.has(id));
};

/** A longer gap between two reports is a pause, and does not count as study time. */
const MAX_GAP_MS = 5 * 60_000;

/** The times of a person's study of a lesson, in milliseconds since 1970. */
export interface StudyTimes {
  opened: number | null;
  completed: number | null;
  last_seen: number;
  /** The study time so far. */
  seconds: number;
}

/** Records that the lesson is open at a time, and adds the time since the last report. */
export const recordSeen = (before: StudyTimes | undefined, at: number): StudyTimes => {
  if (!before) return { opened: at, completed: null, last_seen: at, seconds: 0 };
  const gap = at - before.last_seen;
  const counts = gap > 0 && gap <= MAX_GAP_MS;
  return {
    opened: Math.min(before.opened ?? at, at),
    completed: before.completed,
    last_seen: Math.max(before.last_seen, at),
    seconds: before.seconds + (counts ? Math.round(gap / 1000) : 0),
  };
};

/** Records that the lesson was completed at a time. The earliest completion counts. */
export const recordCompleted = (before: StudyTimes | undefined, at: number): StudyTimes => {
  const times = recordSeen(before, at);
  return { ...times, completed: Math.min(times.completed ?? at, at) };
};
