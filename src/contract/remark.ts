import * as v from "valibot";
import { type DeepReadonly, list, text, type WireSchema, withDefault } from "./wire.ts";

/**
 * What a remark of the check is about, so that a form can say it in its own words, and whether it stops publishing:
 * only what would break does, because students would get nothing in its place, or something else. The rest is said,
 * and students see everything else.
 */
export const REMARKS = {
  /** It has no title in any language; it has none in the school's first one. */
  "title/missing": "stops",
  "title/not-first": "passes",
  /** It has no text; it has one, but not in the school's first language; a page, or a translation, has none. */
  "text/missing": "stops",
  "text/not-first": "passes",
  "page/empty": "passes",
  "translation/empty": "passes",
  /** The field `name` is empty. */
  "field/missing": "stops",
  /** It has what it cannot have (`need`: see `VALUE_NEEDS`; `what`: the values, or the largest one); it is none. */
  "value/wrong": "stops",
  "field/unknown": "stops",
  /** Two have the same number or name (`owner`: the other one). */
  "id/taken": "stops",
  "key/taken": "stops",
  /** A link, a menu or a list names what is not there (`near`: what is like it). */
  "target/unknown": "stops",
  /** It can be named in lessons alone. */
  "target/not-here": "stops",
  /** A file is not there; cannot be read or shown; is too large (`what`: kB); cannot have its name. */
  "file/missing": "stops",
  "file/wrong": "stops",
  "file/too-large": "stops",
  "file/misnamed": "stops",
  /** Nothing names a file; it is not read for its name. */
  "file/unused": "passes",
  "file/not-read": "passes",
  /** A file whose lines cannot be read; in which a line is read in another way than it looks. */
  "file/syntax": "stops",
  "file/odd": "passes",
  /** A link leads nowhere; out of a school that does not allow it. */
  "address/outside": "stops",
  "address/not-allowed": "passes",
  "film/not-allowed": "passes",
  /** A film that not every browser plays, or that begins late. */
  "film/odd": "passes",
  /** A part of captions is not shown; probably not meant so. */
  "captions/lost": "passes",
  "captions/odd": "passes",
  "html/refused": "passes",
  "picture/undescribed": "passes",
  "caption/hidden": "passes",
  /** A link without words; one that is shown as it is written; with more than it can have. */
  "link/empty": "passes",
  "link/broken": "passes",
  "link/odd": "passes",
  /** A number of a draft (`right`: what it is for the example body); words in place of one; with marks inside. */
  "number/wrong": "passes",
  "number/unread": "passes",
  /** Words stand before the first page; a heading cannot be as it is. */
  "page/outside": "stops",
  "page/heading": "passes",
  "pages/differ": "passes",
  "part/misplaced": "passes",
  /** A main lesson cannot be a part. */
  "part/main": "stops",
  "parts/missing": "passes",
  /** A translation of what is not there. */
  "translation/alone": "passes",
  /** Not shown to students yet. */
  "lesson/unused": "passes",
  "chapter/empty": "passes",
  "course/empty": "passes",
  /** More than a browser can show. */
  "text/too-much": "stops",
  /** Probably meant otherwise. */
  "text/hidden-sign": "passes",
  "text/heading": "passes",
  "text/list": "passes",
  "text/table": "passes",
  "text/as-written": "passes",
  "text/code": "passes",
  "text/unwritten": "passes",
  "text/left-out": "passes",
  /** A mail: a place that it does not have; one that it needs; another address beside its link. */
  "mail/place": "stops",
  "mail/place-missing": "stops",
  "mail/link": "stops",
  /** Of a school with other code. */
  other: "stops",
} as const satisfies Readonly<Record<string, "stops" | "passes">>;

export type RemarkCode = keyof typeof REMARKS;

const REMARK_CODES = Object.keys(REMARKS) as [RemarkCode, ...RemarkCode[]];

/** What a value has to be, as `need` of `value/wrong` says it. */
const VALUE_NEEDS = [
  "text",
  "number",
  "flag",
  "choice",
  "list",
  "fields",
  "name",
  "line",
  "shorter",
  "date",
  "colour",
  "zone",
  "address",
  "mail",
  "plain",
  "square",
] as const;

export type ValueNeed = (typeof VALUE_NEEDS)[number];

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
  /** What an entry of a list is (see `staff-entries.ts`), and its position from 0. */
  entry: withDefault(v.picklist(["announcement", "term", "question"]), null),
  at: withDefault(v.number(), null),
  /** The field, by its place in what the form edits: `title`, `assignment/title`, `sections/0/title`, `de.answer`. */
  field: text,
  language: text,
  /** The title of the lesson, chapter or course, or the entry, in the school's first language. */
  name: text,
});

/** What is the matter: for those who write files, and for forms to say in their own words. */
export const said = {
  /** In English, in words of files. */
  message: text,
  code: v.fallback(v.picklist(REMARK_CODES), "other") as WireSchema<RemarkCode>,
  /** The values of the message in the form's words, by name: see `REMARKS`. */
  values: list(v.object({ name: v.string(), text: v.string() })),
};

const words = v.object(said);

export type SaidRemark = DeepReadonly<v.InferOutput<typeof words>>;

/** What a check says about the author's folder. */
export const remark = v.object({
  /** Relative to the folder; `.` for the folder itself. */
  file: text,
  /** From 1. */
  line: v.number(),
  ...said,
  place,
});

export type Remark = DeepReadonly<v.InferOutput<typeof remark>>;
