import * as v from "valibot";
import { call } from "./call.ts";
import { cursor, PAGE_QUERY } from "./page.ts";
import { date, id, text } from "./wire.ts";

export const MAX_NOTE_LENGTH = 10_000;

export const note = v.object({
  lesson_id: id,
  text,
  /** The time of the last change. */
  updated: date,
});

export type Note = v.InferOutput<typeof note>;

/**
 * Only at our school: a page of the person's notes, the one that was changed last first. 404 at a
 * school without notes.
 */
export const getNotes = call.get("/user/notes", {
  query: PAGE_QUERY,
  answer: v.object({ notes: v.array(note), cursor }),
});

/**
 * Only at our school: saves the note of a lesson; an empty text deletes it. 422 if it is too long, 409
 * `note/changed` if the note is not the text any more that this one `replaces`; absent: any.
 */
export const putNote = call.put("/user/notes/:lessonId", {
  body: v.object({ text: v.string(), replaces: v.nullish(v.string()) }),
  answer: v.object({ note }),
});
