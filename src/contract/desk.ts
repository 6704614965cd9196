import * as v from "valibot";
import { upload } from "./assignments.ts";
import { call } from "./call.ts";
import { drawing, keptDrawing } from "./drawing.ts";
import { defineList, pageQuery } from "./list.ts";
import { measurement } from "./measurements.ts";
import { cursor } from "./page.ts";
import { lessonReference } from "./progress.ts";
import { boundedList, type DeepReadonly, date, flag, id, list, text, withDefault } from "./wire.ts";

/*
 * The desk, only at our school and for tutors and above (403 for others): the work of the students
 * whom they may see. Everything of another student is a 404, as if it did not exist.
 */

const person = v.object({ id, name: text });

const titles = list(v.object({ language: v.string(), title: text }));

/** A course whose students the person sees. */
const taughtCourse = v.object({ id, title: text, translations: titles });

export type TaughtCourse = DeepReadonly<v.InferOutput<typeof taughtCourse>>;

/** All of them; every list brings them, so that it can be filtered by one. */
export const taughtCourses = list(taughtCourse);

/** Who works on a hand-in. It ends by itself; the answer has only claims that still hold. */
const claim = v.object({ by: person, since: date });

const KINDS = ["hand-in", "message"] as const;

/** The queue: hand-ins and conversations, those that wait unless `show` says otherwise. */
export const QUEUE_LIST = defineList({
  filters: { course: "id", kind: KINDS, show: ["waiting", "mine", "answered", "all"] },
  initial: { show: "waiting" },
  pageLength: 50,
});

/** A hand-in or a conversation in the queue. */
const entry = v.object({
  kind: v.picklist(KINDS),
  /** The id of the hand-in, or of the conversation. */
  id,
  student: person,
  /** The course of the hand-in; null for a conversation that is about none. */
  course_id: withDefault(id, null),
  /** The title of the assignment, or the subject of the conversation. */
  title: text,
  translations: titles,
  /** The start of the comment, or of the last message. */
  excerpt: text,
  /** Since when it waits; for what is answered: when that was. */
  since: date,
  state: v.picklist(["waiting", "accepted", "returned", "answered"]),
  claim: withDefault(claim, null),
  files: withDefault(v.number(), 0),
});

export type DeskEntry = DeepReadonly<v.InferOutput<typeof entry>>;

/** How much waits, of all that the person may see. */
const counts = v.object({ hand_ins: v.number(), messages: v.number() });

/**
 * A page of the queue. What waits comes first that has waited longest; `answered` and `all` come
 * latest first. `mine`: what the person has claimed or answered. `course` is a course's id.
 */
export const getDeskQueue = call.get("/desk/queue", {
  level: 10,
  query: pageQuery(QUEUE_LIST),
  answer: v.object({ entries: v.array(entry), counts, courses: taughtCourses, cursor }),
});

/** How much waits. 403 for students. */
export const getDeskCounts = call.get("/desk/counts", { level: 10, answer: counts });

/** A hand-in as tutors see it. */
const handIn = v.object({
  ...upload.entries,
  assignment_id: id,
  course_id: withDefault(id, null),
  product: text,
  title: text,
  translations: titles,
  instructions: withDefault(v.string(), null),
  state: v.picklist(["uploaded", "accepted", "returned"]),
  /** When it was answered, in the form in which `postDeskAnswer` takes it. */
  answered: date,
  answered_by: withDefault(id, null),
  /** Until when the answer may be taken back; null once the student has been told. */
  undo_until: date,
  /** What has been drawn on its files. */
  drawings: list(keptDrawing),
  claim: withDefault(claim, null),
});

/** An earlier or later hand-in of the same student. */
export const otherHandIn = v.object({
  id,
  date,
  assignment_id: id,
  title: text,
  translations: titles,
  state: v.picklist(["uploaded", "accepted", "returned"]),
  comment: text,
  feedback: text,
});

/** How far a student is in a course, as the student sees it. */
const courseProgress = v.object({
  course_id: id,
  title: text,
  translations: titles,
  /** The lessons of the course, and how many of them are completed. */
  lessons: v.number(),
  completed: v.number(),
  /** The lesson to study next; null if all are completed. */
  next: withDefault(lessonReference, null),
  /** The student's week. */
  week: v.object({ done: v.number(), target: v.number() }),
  /** The first and the last day of the subscription; null: no end. */
  from: date,
  until: date,
});

/** A student as tutors see them. */
export const student = v.object({
  ...person.entries,
  /** When the student was last here; null: never. */
  seen: date,
  /** Their courses that the person may see. */
  courses: list(courseProgress),
  /** The lesson that was open last; null if there is none. */
  lesson: withDefault(lessonReference, null),
  hand_ins: v.object({ waiting: v.number(), accepted: v.number(), returned: v.number() }),
  /** How many hand-ins and conversations wait for an answer, as the queue counts them. */
  waiting: v.number(),
  /** No lesson in 14 days; begun within 14 days; a course ends within 30 days. */
  stuck: flag,
  new: flag,
  ending: flag,
});

export type DeskStudent = DeepReadonly<v.InferOutput<typeof student>>;

/** One hand-in with all that an answer needs. */
const work = v.object({
  hand_in: handIn,
  student,
  /** The student's other hand-ins, the latest first, at most 50. */
  others: v.array(otherHandIn),
  /** The default table, if the student's consent to store personal data is valid. */
  measurements: withDefault(measurement, null),
  /** Whether that consent is valid. */
  consent: flag,
  /** Whether the school takes recordings with answers. */
  takes_voice: flag,
});

export type DeskWork = DeepReadonly<v.InferOutput<typeof work>>;

/** 404 `assignment/not_found`. */
export const getDeskHandIn = call.get("/desk/hand-ins/:id", { level: 10, answer: work });

/**
 * Claims a hand-in, or goes on claiming it. A claim ends 10 minutes after the last call. With
 * `take_over` also one that another tutor has claimed; else that claim is the answer.
 */
export const putDeskClaim = call.put("/desk/hand-ins/:id/claim", {
  level: 10,
  body: v.object({ take_over: v.nullish(v.boolean(), false) }),
  answer: v.object({ claim }),
});

/** Ends one's own claim. */
export const deleteDeskClaim = call.delete("/desk/hand-ins/:id/claim", {
  level: 10,
  answer: "nothing",
});

/** The most bytes of an answer: drawings are long, and a recording of 2 MiB is longer by a third in Base64. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * Answers a hand-in. The student is told 10 seconds later; until then `deleteDeskAnswer` takes it
 * back. `replaces` is the hand-in's `answered` that the tutor has seen: if there is another answer by
 * now, this one is refused with 409 `assignment/answered` and changes nothing. The files with drawings
 * are copied, and the drawings are put on the copies.
 */
export const postDeskAnswer = call.post("/desk/hand-ins/:id/answer", {
  level: 10,
  repeatable: true,
  maxBytes: MAX_ANSWER_BYTES,
  body: v.object({
    state: v.picklist(["accepted", "returned"]),
    text: v.string(),
    replaces: v.nullable(v.string()),
    drawings: boundedList(drawing, 20),
    /** A recording in Base64. Empty: the one that the hand-in has stays. Null: there is none. */
    voice: v.nullish(v.string(), null),
  }),
  answer: v.object({ hand_in: handIn }),
});

/** Takes back an answer that the student does not know yet. 409 `assignment/published` after that. */
export const deleteDeskAnswer = call.delete("/desk/hand-ins/:id/answer", {
  level: 10,
  answer: v.object({ hand_in: handIn }),
});
