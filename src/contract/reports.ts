import * as v from "valibot";
import { call } from "./call.ts";
import { taughtCourses } from "./desk.ts";
import { defineList, listQuery } from "./list.ts";
import { date, id, withDefault } from "./wire.ts";

/**
 * What every report is asked for: the first and the last day of a period, and a course, or none for the whole
 * school. The longest period is ten years, and the default the last twelve weeks.
 */
export const REPORTS_LIST = defineList({ filters: { from: "day", to: "day", course: "id" } });

/** `weekStart` is the first day of the week, 1 (Monday) to 7. */
const REPORT_QUERY = [...listQuery(REPORTS_LIST), "weekStart"] as const;

/** The first and the last day of a period, `YYYY-MM-DD`. */
const period = { from: v.string(), to: v.string() };

/** A week by its first day, `YYYY-MM-DD`. */
const week = { day: v.string() };

/** Who was active in each week, and how many lessons were completed in it. */
export const getWeekReport = call.get("/staff/reports/weeks", {
  level: 20,
  query: REPORT_QUERY,
  answer: v.object({
    ...period,
    weeks: v.array(v.object({ ...week, active: v.number(), completed: v.number() })),
    /** Who was active at all in the period. */
    active: v.number(),
    completed: v.number(),
    /** All courses of the school. */
    courses: taughtCourses,
  }),
});

/**
 * After which lessons students have stopped: the last that they have completed, within the period, with
 * nothing in the course since. The lessons where most have stopped come first.
 */
export const getStopReport = call.get("/staff/reports/stops", {
  level: 20,
  query: REPORT_QUERY,
  answer: v.object({
    ...period,
    stops: v.array(
      v.object({
        course_id: id,
        lesson_id: id,
        /** The lesson's titles by language. */
        title: v.record(v.string(), v.string()),
        /** Its position in the course, from 1 on. */
        number: v.number(),
        stopped: v.number(),
        /** How many students have completed it at all. */
        completed: v.number(),
      }),
    ),
    /** How many students have stopped, after whichever lesson. */
    stopped: v.number(),
  }),
});

/** How long something has waited, in milliseconds; null where nothing was answered. */
const waited = v.object({
  answered: v.number(),
  median: withDefault(v.number(), null),
  ninety: withDefault(v.number(), null),
});

/** What waits now: how much, and since when the first of it. */
const open = v.object({ count: v.number(), since: date });

/** How long hand-ins and messages have waited for their first answer, by the week in which they were sent. */
export const getWaitReport = call.get("/staff/reports/waits", {
  level: 20,
  query: REPORT_QUERY,
  answer: v.object({
    ...period,
    weeks: v.array(v.object({ ...week, hand_ins: waited, messages: waited })),
    hand_ins: waited,
    messages: waited,
    open_hand_ins: open,
    open_messages: open,
  }),
});

/** Whose courses end, from today on, for as many days as the period has. */
export const getEndReport = call.get("/staff/reports/ends", {
  level: 20,
  query: REPORT_QUERY,
  answer: v.object({
    ...period,
    weeks: v.array(
      v.object({
        ...week,
        ending: v.number(),
        /** Of these, how many have completed the course. */
        finished: v.number(),
      }),
    ),
    ending: v.number(),
    finished: v.number(),
  }),
});

/** The reports by the last part of their path. */
export const REPORTS = ["weeks", "stops", "waits", "ends"] as const;

/** A report as a table: `format` is `csv` (as without it) or `xlsx`. Waits are in milliseconds. */
export const getReportTable = call.get("/staff/reports/:report/table", {
  level: 20,
  query: [...REPORT_QUERY, "format", "language"],
  answer: "bytes",
});
