import * as v from "valibot";
import { call } from "./call.ts";
import { checksum, sentFile } from "./checksum.ts";
import { boundedList, type DeepReadonly, list, text, withDefault } from "./wire.ts";

/*
 * Lessons of what a school has already: Word documents, web pages and pictures, only at our school and for managers and
 * above (403 for others). The browser makes Markdown of them; a Word document is read by the school, whose program for
 * that has limits. Nothing is in the draft (`staff-content.ts`) until `postLessonFiles`.
 */

const MEGABYTE = 1024 * 1024;

export const MAX_WORD_BYTES = 32 * MEGABYTE;

export const MAX_MADE_LESSONS = 500;

const MAX_LESSON_PICTURES = 500;

export const MAX_MADE_TEXT_BYTES = MEGABYTE;

/** The most bytes of all lessons that are made at once, as they are sent: a longer body would hold up others. */
export const MAX_MADE_BYTES = 3 * MEGABYTE;

/** Room for titles that somebody has changed, and for the rest of the body. */
const MAX_BODY_BYTES = MAX_MADE_BYTES + MEGABYTE;

const wordDocument = v.object({
  /** Of the document, without a title of its own. A picture is an `img` whose `src` is `picture:` and its position. */
  html: text,
  pictures: list(v.object({ name: v.string(), checksum: v.string(), size: v.number() })),
  /** What a lesson cannot show, such as formulas, and how often. */
  left_out: list(
    v.object({ what: v.picklist(["picture", "formula", "other"]), count: v.number() }),
  ),
});

export type WordDocument = DeepReadonly<v.InferOutput<typeof wordDocument>>;

/**
 * Reads a Word document, whose bytes were sent before (`putSourcePart`). It changes nothing. 422
 * `content/not_a_document` for another file, or a damaged one; 413 `content/document_too_large` for one that is too
 * much to read; 422 `content/missing_files`
 */
export const postWordDocument = call.post("/staff/lesson-files/word", {
  level: 20,
  body: v.object({ checksum, size: v.pipe(sentFile.entries.size, v.maxValue(MAX_WORD_BYTES)) }),
  answer: wordDocument,
});

const madeLesson = v.object({
  title: v.pipe(v.string(), v.maxLength(1000)),
  type: v.picklist(["text", "figure"]),
  /** Markdown with its pages. A picture's address is `picture:` and its position. */
  text: v.pipe(v.string(), v.maxLength(MAX_MADE_TEXT_BYTES)),
  /** Their bytes were sent before. */
  pictures: boundedList(sentFile, MAX_LESSON_PICTURES),
});

export type MadeLesson = v.InferOutput<typeof madeLesson>;

/** The section of a chapter, by its position, to which lessons are added; null: they are in no chapter yet. */
const section = v.nullable(
  v.object({
    chapter: v.pipe(v.string(), v.maxLength(200)),
    section: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
);

/**
 * Adds lessons to a product in one change: their files, their pictures, and their place at the end of a section. The
 * school makes their keys, numbers and the names of their pictures. 409 `content/conflict` if `course.yaml` is not what
 * it `replaces`; nothing is changed then. 404 `content/no_file` for a product or section that is not there, 422
 * `content/missing_files`, and `content/entry_not_editable` for a `course.yaml` that cannot be changed in place
 */
export const postLessonFiles = call.post("/staff/lesson-files", {
  level: 20,
  repeatable: true,
  maxBytes: MAX_BODY_BYTES,
  body: v.object({
    product: v.pipe(v.string(), v.maxLength(200)),
    place: section,
    lessons: boundedList(madeLesson, MAX_MADE_LESSONS),
    /** The checksum of `course.yaml`. */
    replaces: withDefault(checksum, null),
  }),
  answer: v.object({ paths: list(v.string()) }),
});
