import type { NewsMail } from "../contract/news.ts";
import { addDays, type Day, type DayOf, daysBetween } from "./calendar.ts";
import { MANAGER_LEVEL, TUTOR_LEVEL } from "./roles.ts";
import { weekOf } from "./study-week.ts";
import type { Weekday } from "./week-locale.ts";

/**
 * What a person is told. Work of students: a hand-in, or a question in a conversation. To students: an
 * answer to a hand-in, a message, and a week in which they have not studied.
 */
export type NewsKind = "hand-in" | "question" | "answer" | "message" | "idle";

export interface NewsChoice {
  readonly mail: NewsMail;
  /** The hour of the digest on the person's clocks, 0 to 23. */
  readonly hour: number;
  /** Whether a week without study is noticed. */
  readonly idle: boolean;
}

/**
 * What applies until a person chooses. A student waits for an answer, which is rare. To a tutor much
 * comes on one day, so one mail before the day's work says it. Managers see everybody's work without
 * having to answer it.
 */
export const defaultNewsChoice = (level: number): NewsChoice => ({
  mail: level >= MANAGER_LEVEL ? "never" : level >= TUTOR_LEVEL ? "digest" : "at-once",
  hour: 7,
  idle: false,
});

export interface PersonsClocks {
  readonly of: DayOf<"student">;
  /** When a day's hour begins. An hour that the clocks skip begins when they go on. */
  readonly at: (day: Day<"student">, hour: number) => number;
}

/** For how long events are collected into one mail. */
export const GATHER_MS = 60_000;

/** When the next digest is due after a time, on the person's clocks: once on each day. */
export const nextDigest = (after: number, hour: number, clocks: PersonsClocks): number => {
  const today = clocks.of(after);
  for (let days = 0; ; days += 1) {
    const due = clocks.at(addDays(today, days), hour);
    if (due > after) return due;
  }
};

interface PastWeek {
  /** The number of its first day; days are counted from 1970. */
  readonly number: number;
  /** When it began. */
  readonly from: number;
}

/** The last week of a person that is over at a time. */
export const pastWeek = (now: number, weekStart: Weekday, clocks: PersonsClocks): PastWeek => {
  const [first = ""] = weekOf(clocks.of(now), weekStart);
  const before = addDays(first as Day<"student">, -7);
  return { number: daysBetween("1970-01-01", before), from: clocks.at(before, 0) };
};

/** When the present week of a person is over and may be looked at: at their hour of the next morning. */
export const weekIsOver = (
  after: number,
  weekStart: Weekday,
  hour: number,
  clocks: PersonsClocks,
): number => {
  const [first = ""] = weekOf(clocks.of(after), weekStart);
  for (let days = 0; ; days += 7) {
    const due = clocks.at(addDays(first as Day<"student">, days), hour);
    if (due > after) return due;
  }
};

const MINUTE_MS = 60_000;
/** The pauses after the first tries, in minutes; further ones are as long as the last. */
const PAUSES = [1, 2, 5, 10, 20, 40, 60] as const;

/** The pause after a mail that could not be sent. @param tries how many tries there were */
export const pauseAfter = (tries: number): number =>
  (PAUSES[Math.min(Math.max(tries, 1), PAUSES.length) - 1] ?? 0) * MINUTE_MS;

/** For how long a mail is tried; after that the next mail tells all. */
export const TRIED_MS = 3 * 24 * 60 * MINUTE_MS;
