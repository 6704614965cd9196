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
  /** The student's present day, `YYYY-MM-DD`. */
  readonly date: string;
  readonly order: LessonsOrder;
  /** When each lesson was completed, by lesson id: ISO date-times, or days. */
  readonly completed: ReadonlyMap<Id, string | null>;
  /** The student's day of a time. */
  readonly dayOf: DayOf<"student">;
  /** The first day of the week; absent: Monday. */
  readonly weekStart?: Weekday;
}

/** The days on which lessons of a course were completed, in the order of study; "" for those that are not. */
const completionDays = ({ date, order, completed, dayOf }: StudyWeek): string[] => {
  // To tell a day takes long, and most lessons were completed before the week, whatever the zone.
  const before = addDays(date, -DAYS - 1);
  return order.map(({ id }) => {
    const at = completed.get(id) ?? "";
    // A school may tell the day alone.
    return at > before && at.includes("T") ? dayOf(Date.parse(at)) : at;
  });
};

interface WeekProgress {
  /** The student's present day, `YYYY-MM-DD`. */
  readonly date: string;
  readonly weeklyTarget: number;
  /** The number of completed lessons on each day of the week, in order. */
  readonly days: readonly StudyDay[];
  /** Lessons of the course that are not completed. */
  readonly left: number;
}

interface WeekPlan {
  /**
   * The number of lessons that the present day asks for, those that were completed on it included. It follows from
   * what was done before that day, so it stays the same all day, on each device.
   */
  readonly asked: number;
  /** The number of lessons that are still to do on the present day and on each later day of the week. */
  readonly toDo: readonly number[];
}

/**
 * Spreads the rest of the week's target evenly over the present day and the later ones, with more on the earlier days.
 * What is done today beyond what the day asks for is taken from the later days. All is 0 if the target was met before
 * this day, or the course finished.
 */
export const planWeek = ({ date, weeklyTarget, days, left }: WeekProgress): WeekPlan => {
  const doneToday = days.find((day) => day.date === date)?.done ?? 0;
  const doneThisWeek = days.reduce((sum, { done }) => sum + done, 0);
  const daysLeft = days.filter((day) => day.date >= date).length;
  const missing = Math.min(weeklyTarget - doneThisWeek, left);
  const asked = Math.max(0, Math.ceil((missing + doneToday) / (daysLeft || 1)));
  let rest = Math.max(0, missing);
  const toDo = Array.from({ length: daysLeft }, (_, day) => {
    const share =
      day === 0
        ? Math.min(rest, Math.max(0, asked - doneToday))
        : Math.ceil(rest / (daysLeft - day));
    rest -= share;
    return share;
  });
  return { asked, toDo };
};

/** The lessons of a course that are not completed, the next to study first. */
const lessonsToStudy = (order: LessonsOrder, completed: StudyWeek["completed"]): Id[] => {
  const done = new Set(order.flatMap(({ id }) => (completed.get(id) ? id : [])));
  const next = nextToStudy(order, done);
  const from = order.findIndex(({ id }) => id === next);
  return [...order.slice(from), ...order.slice(0, Math.max(0, from))]
    .map(({ id }) => id)
    .filter((id) => !done.has(id));
};

interface StudyDayPlan {
  /** The number of completed lessons on each day of the week, in order. */
  readonly days: readonly StudyDay[];
  readonly doneThisWeek: number;
  /**
   * Ids of the lessons that the present day asks for, so that the week's target is met: first those that were completed
   * on it, then the next to study.
   */
  readonly lessons: readonly Id[];
}

/** The present day of a course, and the week that contains it. */
export const studyDay = (week: StudyWeek & { readonly weeklyTarget: number }): StudyDayPlan => {
  const { date, order, completed, weeklyTarget, weekStart } = week;
  const completedOn = completionDays(week);
  const days = weekOf(date, weekStart).map((day) => ({
    date: day,
    done: completedOn.filter((other) => other === day).length,
  }));
  const left = lessonsToStudy(order, completed);
  const { asked } = planWeek({ date, weeklyTarget, days, left: left.length });
  const today = order.flatMap(({ id }, index) => (completedOn[index] === date ? id : []));
  return {
    days,
    doneThisWeek: days.reduce((sum, { done }) => sum + done, 0),
    lessons: [...today, ...left].slice(0, asked),
  };
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
