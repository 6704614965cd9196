import * as v from "valibot";
import { call } from "./call.ts";
import { type DeepReadonly, date, id, list, orElse, text } from "./wire.ts";

/** What somebody handed in at one time. */
const upload = v.object({
  id,
  date,
  comment: text,
  files: list(v.object({ name: text, size: orElse(v.number(), 0), type: text })),
  feedback: orElse(v.object({ text, date, tutor: v.fallback(text, "") }), null),
});

export const ASSIGNMENT_STATES = ["open", "uploaded", "accepted", "returned"] as const;
export type AssignmentState = (typeof ASSIGNMENT_STATES)[number];

/** A task of a lesson, with what one person has handed in for it. */
export const assignment = v.object({
  id,
  lesson_id: orElse(id, null),
  course_id: orElse(id, null),
  product: text,
  title: text,
  translations: list(v.object({ language: v.string(), title: text })),
  /** Name of the instructions among the product's assets. */
  instructions: orElse(v.string(), null),
  image: orElse(v.string(), null),
  state: v.fallback(v.picklist(ASSIGNMENT_STATES), "open"),
  uploads: list(upload),
  /** Our school's: who handed it in, for tutors. */
  student: v.nullish(v.object({ id, name: text }), null),
});

export type Assignment = DeepReadonly<v.InferOutput<typeof assignment>>;
export type Upload = Assignment["uploads"][number];
export type SentAssignment = v.InferInput<typeof assignment>;

const many = v.object({ assignments: v.array(assignment) });
const one = v.object({ assignment });

/** One's own; with `state=uploaded` (our school's, for tutors) everybody's that wait for an answer. */
export const getAssignments = call({
  method: "GET",
  path: "/user/assignments",
  query: ["state"],
  answer: many,
});

export const getAssignment = call({
  method: "GET",
  path: "/user/assignments/:id",
  answer: one,
});

export const getCourseAssignments = call({
  method: "GET",
  path: "/user/assignments/course/:courseId",
  answer: many,
});

/** Those with uploads; titles in the language. */
export const getUploadedAssignments = call({
  method: "GET",
  path: "/user/assignments/uploaded/:courseId",
  query: ["language"],
  answer: many,
});

/** A form of `assignment_id`, `comment` and `files`. */
export const postAssignment = call({
  method: "POST",
  path: "/user/assignments",
  repeatable: true,
  answer: one,
});

/** Our school's, for tutors: what they say to a student's upload. */
export const postFeedback = call({
  method: "POST",
  path: "/user/assignments/:id/feedback",
  body: v.object({
    student_id: id,
    upload_id: id,
    state: v.picklist(["accepted", "returned"]),
    text: v.string(),
  }),
  answer: one,
});

/** Our school's: a file that was handed in, for the student who sent it and for tutors. */
export const getUploadedFile = call({
  method: "GET",
  path: "/user/assignments/:id/uploads/:uploadId/:fileName",
  answer: "bytes",
});
