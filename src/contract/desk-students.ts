import * as v from "valibot";
import { call } from "./call.ts";
import { otherHandIn, student, taughtCourses } from "./desk.ts";
import { defineList, pageQuery, tableQuery } from "./list.ts";
import { measurement } from "./measurements.ts";
import { cursor } from "./page.ts";
import { savedDraft } from "./saved-drafts.ts";
import { boundedList, type DeepReadonly, date, flag, id, list, text, withDefault } from "./wire.ts";

/** The students whom the person may see. */
export const STUDENTS_LIST = defineList({
  filters: {
    filter: ["all", "stuck", "new", "ending", "waiting"],
    course: "id",
    search: "words",
  },
  initial: { filter: "all" },
  sorts: ["name", "seen", "week", "waiting", "until"],
  mostFirst: ["waiting"],
  pageLength: 50,
});

/** A page of them. `search` is in their names: letter case, accents and the order of names do not count. */
export const getDeskStudents = call.get("/desk/students", {
  level: 10,
  query: pageQuery(STUDENTS_LIST),
  answer: v.object({
    students: v.array(student),
    /** How many there are on all pages. */
    total: v.number(),
    courses: taughtCourses,
    cursor,
  }),
});

/** All students of such a list, in its order, as a table. */
export const getDeskStudentTable = call.get("/desk/students/table", {
  level: 10,
  query: tableQuery(STUDENTS_LIST),
  answer: "bytes",
});

const studentPage = v.object({
  student,
  hand_ins: v.array(otherHandIn),
  /** The conversations, the latest first, at most 50. */
  conversations: v.array(v.object({ id, subject: text, date, waiting: flag })),
  measurements: withDefault(measurement, null),
  consent: flag,
  /** The patterns that the student shows to tutors, the latest first. */
  drafts: list(savedDraft),
});

export type DeskStudentPage = DeepReadonly<v.InferOutput<typeof studentPage>>;

/** One student with the work of their courses that the person may see. 404 `student/not_found`. */
export const getDeskStudent = call.get("/desk/students/:id", { level: 10, answer: studentPage });

/** The most students whom one message names. */
export const MAX_RECIPIENTS = 2_000;
/** The most bytes of such a message: a long text with the ids of all of them. */
const MAX_MESSAGE_BYTES = 256 * 1024;

/**
 * Writes to several students: to those named, or to all of a course who still have it. Each gets a
 * conversation of their own. 404 `student/not_found` if one of them is not to be seen, and
 * `course/not_found` for such a course; then nobody gets it.
 */
export const postDeskMessage = call.post("/desk/messages", {
  level: 10,
  repeatable: true,
  maxBytes: MAX_MESSAGE_BYTES,
  body: v.object({
    subject: v.string(),
    body: v.string(),
    students: v.nullish(boundedList(id, MAX_RECIPIENTS), null),
    course: v.nullish(id, null),
  }),
  answer: v.object({ sent: v.number() }),
});
