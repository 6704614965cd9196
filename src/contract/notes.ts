import * as v from "valibot";
import { call } from "./call.ts";
import { date, id, text } from "./wire.ts";

/** A note to oneself has at most so many characters. */
export const MAX_NOTE_LENGTH = 10_000;

export const note = v.object({
  lesson_id: id,
  text,
  /** When it was last written. */
  updated: date,
});

export type Note = v.InferOutput<typeof note>;

/** Our school's: one's own notes, of all lessons. 404 at a school that keeps none. */
export const getNotes = call({
  method: "GET",
  path: "/user/notes",
  answer: v.object({ notes: v.array(note) }),
});

/** Our school's: writes the note of one lesson; an empty text removes it. 422 for one too long. */
export const putNote = call({
  method: "PUT",
  path: "/user/notes/:lessonId",
  body: v.object({ text: v.string() }),
  answer: v.object({ note }),
});
