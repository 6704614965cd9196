import * as v from "valibot";
import { call } from "./call.ts";
import { checksum, MAX_SOURCE_TEXT_BYTES, shownText } from "./staff-editor.ts";
import { boundedList, flag, list, text } from "./wire.ts";

/*
 * A lesson or an instruction of the author's folder as somebody edits it who never sees the file: what its form
 * shows, and the text below. Only at our school and for managers and above (403 for others). A `path` names the file
 * of one language, such as `PM/lessons/dart.he.md`; 404 `content/no_file` for another file. Each change is one of the
 * draft (`staff-content.ts`).
 */

/** One text of the form, such as `title.de` (`src/domain/text-head.ts`). */
const field = v.object({
  name: v.pipe(v.string(), v.maxLength(60)),
  text: v.pipe(v.string(), v.maxLength(20_000)),
});

const openedLesson = v.object({
  /** Null: there is no such file yet. */
  checksum,
  /** The languages of the school, the first of which every text has. */
  languages: list(v.string()),
  /** Whether a form can show what stands above the text. If not, `body` is the file as it is. */
  readable: flag,
  /** Whether the file has a form. A translation has none: its lesson has. */
  form: flag,
  /** Texts that are not empty. */
  fields: list(v.object({ name: v.string(), text })),
  body: text,
});

/** A lesson as it is, or as it was, by its `checksum`. 422 `content/not_text` */
export const getLessonText = call.get("/staff/lessons/text", {
  level: 20,
  query: ["path", "checksum"],
  answer: openedLesson,
});

/** The most texts of a form: each criterion of an assignment has one in each language. */
const MAX_FIELDS = 1000;

const written = v.object({
  path: v.string(),
  /** All texts of the form; those that are left out are empty. */
  fields: boundedList(field, MAX_FIELDS),
  body: v.pipe(v.string(), v.maxLength(MAX_SOURCE_TEXT_BYTES)),
});

/**
 * Writes a lesson into the draft. The school changes in the file what has changed, and leaves all else as it is; a
 * new lesson gets its number. 409 `content/conflict` if the file is not what it `replaces` any more, and
 * `content/no_source` for a school without a folder; 422 `content/head_not_editable` for a file whose form cannot be
 * written without changing more. Nothing is changed then.
 */
export const putLessonText = call.put("/staff/lessons/text", {
  level: 20,
  maxBytes: 4 * MAX_SOURCE_TEXT_BYTES,
  body: v.object({ ...written.entries, replaces: checksum }),
  answer: v.object({ checksum: v.string() }),
});

/**
 * Shows a lesson that is not saved as students would see it. Problems have the line of the body, from 1, or the field
 * of the form; line 0 with no field is elsewhere.
 */
export const postLessonPreview = call.post("/staff/lessons/preview", {
  level: 20,
  maxBytes: 4 * MAX_SOURCE_TEXT_BYTES,
  body: written,
  answer: shownText,
});

const draftNumber = v.object({
  /** Such as `skirt-block.halfHip`. */
  name: v.string(),
  /** Of the example body, as the language writes it: `3,25`, or `50 %` for a part of one. */
  number: v.string(),
  /** What a text may add, such as ` cm` or `°`; empty for a count. */
  unit: text,
});

/** The numbers and figures of drafts that a lesson can show for each student, in the `language` of its text. */
export const getDraftNumbers = call.get("/staff/lessons/numbers", {
  level: 20,
  query: ["language"],
  answer: v.object({
    numbers: list(draftNumber),
    /** Such as `skirt-block/frame`. `getSourcePicture` has the picture as `draft-figures/skirt-block/frame.svg`. */
    figures: list(v.string()),
  }),
});
