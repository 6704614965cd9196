import * as v from "valibot";
import { ENTRY_KINDS } from "./staff-entries.ts";
import { type DeepReadonly, list, text, type WireSchema, withDefault } from "./wire.ts";

/**
 * What a remark of the check is about, so that a form can say it in its own words:
 * - `title/missing`, `text/missing`, `field/missing`: the school's first language, or a field, is empty
 * - `value/wrong`, `field/unknown`: a field has what it cannot have, or is none
 * - `id/taken`, `key/taken`: two have the same number or name (`owner`: the other one)
 * - `target/unknown`: a link, a menu or a list names what is not there
 * - `file/missing`, `file/wrong`, `file/unused`, `file/misnamed`: a file that is not there, cannot be read or shown,
 *   that nothing names, or that nobody can name so
 * - `address/outside`, `html/refused`, `picture/undescribed`, `link/empty`: what a text cannot have, or lacks
 * - `number/wrong`: a number of a draft (`right`: what it is for the example body)
 * - `page/heading`, `pages/differ`, `part/misplaced`, `parts/missing`: how a lesson is divided
 * - `translation/alone`: a translation of what is not there
 * - `lesson/unused`, `course/empty`: a lesson that no chapter shows, a course without lessons
 * - `text/odd`: probably meant otherwise
 * - `other`: only the message says it
 */
export const REMARK_CODES = [
  "title/missing",
  "text/missing",
  "field/missing",
  "value/wrong",
  "field/unknown",
  "id/taken",
  "key/taken",
  "target/unknown",
  "file/missing",
  "file/wrong",
  "file/unused",
  "file/misnamed",
  "address/outside",
  "html/refused",
  "picture/undescribed",
  "link/empty",
  "number/wrong",
  "page/heading",
  "pages/differ",
  "part/misplaced",
  "parts/missing",
  "translation/alone",
  "lesson/unused",
  "course/empty",
  "text/odd",
  "other",
] as const;

export type RemarkCode = (typeof REMARK_CODES)[number];

/** The places to which a remark can lead, as far as they are known; empty or null: unknown, or none. */
const place = v.object({
  /** The key of a product. */
  product: text,
  /** The key of a lesson. */
  lesson: text,
  /** The key of an entry of the product's menu. */
  chapter: text,
  /** The key of a course. */
  course: text,
  /** The key of an instruction. */
  instruction: text,
  /** What an entry of a list is, such as `term` (see `staff-entries.ts`), and its position from 0. */
  entry: withDefault(v.picklist(ENTRY_KINDS), null),
  at: withDefault(v.number(), null),
  /** The field, by its place in what the form edits: `title`, `assignment/title`, `sections/0/title`, `de.answer`. */
  field: text,
  language: text,
  /** The title of the lesson, chapter or course, or the entry, in the school's first language. */
  name: text,
});

/** What a check says about the author's folder. */
export const remark = v.object({
  /** Relative to the folder; `.` for the folder itself. */
  file: text,
  /** From 1. */
  line: v.number(),
  /** In English, in words of files. */
  message: text,
  code: v.fallback(v.picklist(REMARK_CODES), "other") as WireSchema<RemarkCode>,
  /** The values of the message in the form's words, by name: see `REMARK_CODES`. */
  values: list(v.object({ name: v.string(), text: v.string() })),
  place,
});

export type Remark = DeepReadonly<v.InferOutput<typeof remark>>;
