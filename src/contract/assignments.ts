import * as v from "valibot";
import { call } from "./call.ts";
import { cursor, PAGE_QUERY } from "./page.ts";
import { type DeepReadonly, date, id, list, text, withDefault } from "./wire.ts";

const file = { name: text, size: withDefault(v.number(), 0), type: text };

/** A tutor's comment about a point of a marked copy. Its number is its place in the list, from 1 on. */
const pin = v.object({
  /** Shares of the width and the height of the picture, or of the page of a PDF, from 0 to 1. */
  x: v.number(),
  y: v.number(),
  text,
  /** The page; a photo has one, with the number 1. */
  page: v.number(),
});

/** A hand-in: the files and the comment that a student sent at one time. */
export const upload = v.object({
  id,
  date,
  comment: text,
  files: list(
    v.object({
      ...file,
      /** The copy that a tutor has drawn on. Only our school sends it. */
      marked: v.nullish(v.object({ ...file, pins: v.nullish(v.array(pin), []) }), null),
    }),
  ),
  feedback: withDefault(
    v.object({
      text,
      date,
      tutor: v.fallback(text, ""),
      /** What the tutor has said, as a recording. Only our school sends it. */
      voice: v.nullish(v.object({ type: text, size: v.number() }), null),
      /**
       * Whether the student has not seen it yet. Only our school sends it, whose students can write
       * messages about a hand-in.
       */
      new: v.nullish(v.boolean(), null),
    }),
    null,
  ),
  /** The conversation about this hand-in. Only our school sends it. */
  thread: v.nullish(id, null),
});

const ASSIGNMENT_STATES = ["open", "uploaded", "accepted", "returned"] as const;
export type AssignmentState = (typeof ASSIGNMENT_STATES)[number];

/**
 * The draft that an assignment asks for: a block, and what the student measures on paper. A length has the name
 * of a number of the block, or `seam.` and the name of a seam, and the lesson that explains it.
 */
const assignedDraft = v.object({
  block: v.string(),
  lengths: list(v.object({ name: v.string(), lesson_id: withDefault(id, null) })),
});

/** One thing that a tutor looks at, in a language. */
const criterion = v.object({ language: v.string(), text });

/** An assignment of a lesson, with the hand-ins of one person. */
export const assignment = v.object({
  id,
  lesson_id: withDefault(id, null),
  course_id: withDefault(id, null),
  product: text,
  title: text,
  translations: list(v.object({ language: v.string(), title: text })),
  /** The asset name of the instructions. */
  instructions: withDefault(v.string(), null),
  image: withDefault(v.string(), null),
  /** How it is judged, in each language that the author has written. Only our school sends it. */
  criteria: v.nullish(v.array(v.object({ translations: list(criterion) })), []),
  /** Only our school sends it. */
  draft: v.nullish(assignedDraft, null),
  state: v.fallback(v.picklist(ASSIGNMENT_STATES), "open"),
  /** The last hand-ins, the earliest of them first. */
  uploads: list(upload),
  /** Asks `getAssignment` for the hand-ins before these. Only our school sends it. */
  uploads_cursor: v.nullish(v.string(), null),
  /** For tutors: who handed it in. Only our school sends it. */
  student: v.nullish(v.object({ id, name: text }), null),
});

export type Assignment = DeepReadonly<v.InferOutput<typeof assignment>>;
export type AssignedDraft = NonNullable<Assignment["draft"]>;
export type Upload = Assignment["uploads"][number];
export type Pin = DeepReadonly<v.InferOutput<typeof pin>>;
export type SentAssignment = v.InferInput<typeof assignment>;

const many = v.object({ assignments: v.array(assignment), cursor });
const one = v.object({ assignment });

/**
 * A page of the person's assignments. With `state=uploaded`, for tutors at our school: all students'
 * assignments that wait for an answer, the one that has waited longest first.
 */
export const getAssignments = call.get("/user/assignments", {
  query: [...PAGE_QUERY, "state"],
  answer: many,
});

/**
 * One assignment of the person, with a page of its hand-ins. At our school tutors get a student's
 * with the id as `student`. 404 `assignment/not_found`.
 */
export const getAssignment = call.get("/user/assignments/:id", {
  query: [...PAGE_QUERY, "student"],
  answer: one,
});

/** A page of the person's assignments of a course. */
export const getCourseAssignments = call.get("/user/assignments/course/:courseId", {
  query: PAGE_QUERY,
  answer: many,
});

/** A page of the assignments of a course that have uploads. Titles are in the requested language. */
export const getUploadedAssignments = call.get("/user/assignments/uploaded/:courseId", {
  query: [...PAGE_QUERY, "language"],
  answer: many,
});

/** Hands in an assignment. The body is a form with `assignment_id`, `comment` and `files`. */
export const postAssignment = call.post("/user/assignments", { repeatable: true, answer: one });

/** For tutors, only at our school: gives feedback to a student's upload. */
export const postFeedback = call.post("/user/assignments/:id/feedback", {
  level: 10,
  body: v.object({
    student_id: id,
    upload_id: id,
    state: v.picklist(["accepted", "returned"]),
    text: v.string(),
  }),
  answer: one,
});

/** Only at our school: the student has seen the feedback to an assignment's hand-ins. */
export const putAssignmentSeen = call.put("/user/assignments/:id/seen", { answer: "nothing" });

/**
 * Only at our school: the copy of an uploaded file that a tutor has drawn on, for the student who sent
 * the file and for tutors who may see it. `position` counts the files of the hand-in from 0.
 */
export const getMarkedFile = call.get("/user/assignments/:id/uploads/:uploadId/marked/:position", {
  answer: "bytes",
});

/**
 * Only at our school: the recording with the answer to a hand-in, for those who get its marked copies. `answered` is
 * the answer's time: another answer has another recording.
 */
export const getVoice = call.get("/user/assignments/:id/voice/:uploadId", {
  query: ["answered"],
  answer: "bytes",
});

/** Only at our school: an uploaded file, for the student who sent it and for tutors. */
export const getUploadedFile = call.get("/user/assignments/:id/uploads/:uploadId/:fileName", {
  answer: "bytes",
});
