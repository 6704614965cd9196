import * as v from "valibot";
import { call } from "./call.ts";
import { checksum } from "./checksum.ts";
import { said } from "./remark.ts";
import { type DeepReadonly, date, flag, list, text, withDefault } from "./wire.ts";

/*
 * The texts of the author's folder, edited in the browser, only at our school and for managers and above
 * (403 for others). Each change is one of the draft (`staff-content.ts`), which somebody publishes. What is
 * read is the draft; without one, what is published. A `path` is relative to the folder, such as
 * `PM/lessons/dart.he.md`; 404 `content/no_file` for one that is not edited here.
 */

export const MAX_SOURCE_TEXT_BYTES = 1024 * 1024;

const sourceText = v.object({
  path: v.string(),
  /** By language, of lessons that students have; empty for others. */
  titles: list(v.object({ language: v.string(), title: text })),
  /** Whether it is a translation whose original says something else now than when it was saved. */
  outdated: flag,
  /** The same of entries in the file, such as terms: their positions, what they are called, and the languages. */
  entries: list(v.object({ at: v.number(), name: text, languages: list(v.string()) })),
});

export type SourceText = DeepReadonly<v.InferOutput<typeof sourceText>>;

const sourceTexts = v.object({
  /** False for a school whose content has no folder yet. */
  source: flag,
  /** Whether there is a draft, so that something waits to be published. */
  draft: flag,
  languages: list(v.string()),
  texts: list(sourceText),
});

export type SourceTexts = DeepReadonly<v.InferOutput<typeof sourceTexts>>;

export const getSourceTexts = call.get("/staff/texts", { level: 20, answer: sourceTexts });

/** Names a file's bytes; null: there is no such file. */
export const maybeChecksum = v.nullable(checksum);

const opened = v.object({ text, checksum: withDefault(v.string(), null) });

/**
 * A text as it is, or as it was, by its `checksum` in the history. Line ends are `\n`. The text is empty, and the checksum null,
 * if there is no such file. 422 `content/not_text` for a file in another encoding than UTF-8.
 */
export const getSourceText = call.get("/staff/texts/text", {
  level: 20,
  query: ["path", "checksum"],
  answer: opened,
});

const body = v.object({
  path: v.string(),
  text: v.pipe(v.string(), v.maxLength(MAX_SOURCE_TEXT_BYTES)),
});

/**
 * Writes a text into the draft, which begins with it if there is none. 409 `content/conflict` if the file is
 * not what it `replaces` any more, and `content/no_source` for a school without a folder; nothing is changed.
 */
export const putSourceText = call.put("/staff/texts/text", {
  level: 20,
  maxBytes: 2 * MAX_SOURCE_TEXT_BYTES,
  body: v.object({ ...body.entries, replaces: maybeChecksum }),
  answer: v.object({ checksum: v.string() }),
});

/** Removes a text from the draft. 409 as `putSourceText` */
export const deleteSourceText = call.delete("/staff/texts/text", {
  level: 20,
  query: ["path", "replaces"],
  answer: "nothing",
});

const problem = v.object({
  line: v.number(),
  ...said,
  severity: v.picklist(["error", "warning"]),
  /** The field of the entry that is shown, such as `en.answer`; empty: it is elsewhere. */
  field: text,
});

export type TextProblem = DeepReadonly<v.InferOutput<typeof problem>>;

export const shownText = v.object({
  /** What a student reads: the pages of a lesson, or the parts of another text. */
  pages: list(v.object({ title: text, html: text, language: text })),
  /** What an import would say about this file, by line. The check of the draft looks at all files. */
  problems: list(problem),
});

export type ShownText = DeepReadonly<v.InferOutput<typeof shownText>>;

/** Shows a text that is not saved as students would see it. */
export const postTextPreview = call.post("/staff/texts/preview", {
  level: 20,
  maxBytes: 2 * MAX_SOURCE_TEXT_BYTES,
  body,
  answer: shownText,
});

/** The folders that files are added to: of a product for lessons, tiles and assignments, of the school for terms. */
export const SOURCE_FOLDERS = ["assets", "icons", "assignments", "glossary"] as const;

export type SourceFolder = (typeof SOURCE_FOLDERS)[number];

/** A picture or a PDF of a `folder` of the product, or without one of its assets. 404 `content/no_file` */
export const getSourcePicture = call.get("/staff/texts/picture", {
  level: 20,
  query: ["product", "name", "folder"],
  answer: "bytes",
});

const textVersion = v.object({
  /** Names the text as it was from then on; empty where it was removed. */
  checksum: text,
  /** Whether it was in a draft alone, and never published like that. */
  draft: flag,
  at: date,
  actor: v.picklist(["person", "command", "school"]),
  by: text,
});

export type TextVersion = DeepReadonly<v.InferOutput<typeof textVersion>>;

/** All that a text has been, in drafts and in what was published, the latest first; at most 200. */
export const getTextHistory = call.get("/staff/texts/history", {
  level: 20,
  query: ["path"],
  answer: v.object({ versions: list(textVersion) }),
});

const DIFFERENCES = ["same", "added", "removed"] as const;

const difference = v.object({ kind: v.picklist(DIFFERENCES), text });

export type LineDifference = DeepReadonly<v.InferOutput<typeof difference>>;

/**
 * What changed from one text in the history to another, by their checksums, line by line; long parts that are the same
 * are left out. An empty checksum: no text. 404 `content/unknown_version`
 */
export const getTextDifference = call.get("/staff/texts/difference", {
  level: 20,
  query: ["path", "from", "to"],
  answer: v.object({ lines: list(difference) }),
});

const translation = v.object({
  /** The path of the text that it translates; empty: it is no translation. */
  original: text,
  /** Whether the original says something else now than when the translation was saved. */
  outdated: flag,
  /** What has changed in the original since, if it is outdated. */
  lines: list(difference),
  /** The texts as they are now, for `postTranslationRight`; null: there is none. */
  checksum: withDefault(v.string(), null),
  original_checksum: withDefault(v.string(), null),
});

export type Translation = DeepReadonly<v.InferOutput<typeof translation>>;

/** What a translation was made from, and what has changed in that since. */
export const getTranslation = call.get("/staff/texts/translation", {
  level: 20,
  query: ["path"],
  answer: translation,
});

/**
 * Says that a translation fits its original as it is, by the checksums of both. No file is changed. 409
 * `content/conflict` if one of them is another by now.
 */
export const postTranslationRight = call.post("/staff/texts/translation/right", {
  level: 20,
  body: v.object({ path: v.string(), checksum: v.string(), original_checksum: v.string() }),
  answer: "nothing",
});

const stepFile = v.object({
  path: v.string(),
  change: v.picklist(["added", "changed", "removed"]),
  /** By language, of the lesson, or of the one that shows the file; empty if there is none. */
  titles: list(v.object({ language: v.string(), title: text })),
});

const step = v.object({
  /** Names it for `postUndo`. */
  id: v.string(),
  at: date,
  actor: v.picklist(["person", "command", "school"]),
  by: text,
  /** The files that were changed together, at most 5 of them. */
  files: list(stepFile),
  count: v.number(),
});

export type DraftStep = DeepReadonly<v.InferOutput<typeof step>>;

/** The latest changes of drafts, the last first: at most 50, and of 90 days. */
export const getDraftSteps = call.get("/staff/texts/steps", {
  level: 20,
  answer: v.object({ steps: list(step) }),
});

/**
 * Takes a step back, in the draft, which begins with it if there is none: what was removed comes back, what was added
 * goes, and texts lose what the step has brought, also where others have changed them elsewhere since. 409
 * `content/conflict` names files that were changed at the same place, and nothing is changed then. 404
 * `content/unknown_version` for a step that is not known any more. Sent twice, it does it once.
 */
export const postUndo = call.post("/staff/texts/steps/:id/undo", { level: 20, answer: "nothing" });

/**
 * Says that somebody has a text open, for a minute: it is sent again while it is. The answer names the others who have
 * it open, at most 20.
 */
export const putReader = call.put("/staff/texts/readers", {
  level: 20,
  body: v.object({ path: v.string() }),
  answer: v.object({ others: list(v.string()) }),
});
