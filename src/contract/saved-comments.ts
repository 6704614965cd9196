import * as v from "valibot";
import { call } from "./call.ts";
import { type DeepReadonly, flag, id, text } from "./wire.ts";

/** The longest saved comment, and the most of one person or of the school. */
export const MAX_SAVED_COMMENT = 5_000;
export const MAX_SAVED_COMMENTS = 200;

/** A comment to use again. The school's are shared by all tutors; managers and above write them. */
const savedComment = v.object({
  id,
  name: text,
  text,
  shared: flag,
  /** Identifies the comment as it is. */
  version: text,
});

export type SavedComment = DeepReadonly<v.InferOutput<typeof savedComment>>;

const commentToSave = v.object({
  /** What it is found by; empty: its text. */
  name: v.pipe(v.string(), v.maxLength(100)),
  text: v.string(),
  shared: v.boolean(),
});

/** One's own saved comments and the school's, by name. */
export const getSavedComments = call.get("/desk/comments", {
  level: 10,
  answer: v.object({ comments: v.array(savedComment) }),
});

export const postSavedComment = call.post("/desk/comments", {
  level: 10,
  repeatable: true,
  body: commentToSave,
  answer: v.object({ comment: savedComment }),
});

/**
 * Changes a saved comment. 404 `comment/not_found`, also for a tutor and a comment of the school. 409
 * `comment/changed` if it is not the `version` any more that it `replaces`; absent: any.
 */
export const putSavedComment = call.put("/desk/comments/:id", {
  level: 10,
  body: v.object({ ...commentToSave.entries, replaces: v.nullish(v.string()) }),
  answer: v.object({ comment: savedComment }),
});

export const deleteSavedComment = call.delete("/desk/comments/:id", {
  level: 10,
  answer: "nothing",
});
