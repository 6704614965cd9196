import * as v from "valibot";
import { call } from "./call.ts";
import { checksum } from "./checksum.ts";
import { remark } from "./remark.ts";
import { boundedList, type DeepReadonly, date, flag, id, list, text, withDefault } from "./wire.ts";

/*
 * The school's content as its staff sees it, only at our school and for managers and above (403 for others):
 * what is published, the draft that is about to be, and the versions before. A draft is an author's folder: a
 * list of files, whose bytes are sent before it. Long work is a job (`staff-jobs.ts`), whose id is the answer.
 */

const MEGABYTE = 1024 * 1024;

/** The most bytes of a part of a file that is being sent. */
export const MAX_SOURCE_PART_BYTES = 8 * MEGABYTE;

const MAX_DRAFT_FILES = 20_000;

/** The most files of which one call asks whether the school has them. */
export const MAX_ASKED_FILES = 2000;

const size = v.pipe(v.number(), v.integer(), v.minValue(0));

const titles = list(v.object({ language: v.string(), title: text }));

const publishedCourse = v.object({
  id,
  key: text,
  title: text,
  translations: titles,
  lessons: v.number(),
  /** How many people have it now. */
  students: v.number(),
});

const product = v.object({
  key: text,
  title: text,
  translations: titles,
  courses: list(publishedCourse),
  lessons: v.number(),
  /** How many lessons each language lacks, of the languages that lack any. */
  missing: list(v.object({ language: v.string(), lessons: v.number() })),
});

/** Who has made a version: a person, with the username, the command line, or the school by itself. */
const maker = {
  actor: v.picklist(["person", "command", "school"]),
  /** Empty for whoever is no person, and for people who have been removed. */
  by: text,
};

export const COURSE_CHANGES = ["new", "changed", "removed"] as const;

const changeCounts = v.object({
  new: v.number(),
  changed: v.number(),
  moved: v.number(),
  removed: v.number(),
});

/** What becomes of a course for those who have it. */
const changedCourse = v.object({
  key: text,
  titles,
  change: v.picklist(COURSE_CHANGES),
  /** How many people have it at that time. */
  students: v.number(),
  /** Whether its own title, chapters, order or sheets are others. */
  outline: flag,
  /** How many lessons are new to it, other ones, at another place, or no part of it any more. */
  lessons: changeCounts,
});

export type ChangedCourse = DeepReadonly<v.InferOutput<typeof changedCourse>>;

/** What else becomes different. `courses`: their titles, menus and lists of lessons. */
export const OTHER_CHANGES = [
  "school",
  "courses",
  "announcements",
  "glossary",
  "faqs",
  "instructions",
  "public",
] as const;

/** What a version has changed, at most 100 courses. */
const summary = v.object({
  /** The key of the only course that was published; empty: everything was. */
  course: text,
  /** The earlier version from which it was taken; null: none. */
  rolled_back_to: withDefault(id, null),
  courses: list(changedCourse),
  others: v.array(v.picklist(OTHER_CHANGES)),
});

const version = v.object({
  id,
  published: date,
  ...maker,
  /** What its publisher has said of it. */
  note: text,
  /** Null for versions of an earlier release. */
  summary: withDefault(summary, null),
  products: v.number(),
  courses: v.number(),
  lessons: v.number(),
  files: v.number(),
  bytes: v.number(),
});

export const LESSON_CHANGES = ["new", "changed", "moved", "removed"] as const;

const changedLesson = v.object({
  product: text,
  key: text,
  titles,
  changes: v.array(v.picklist(LESSON_CHANGES)),
  /** How many students have opened it and not completed it. */
  studying: v.number(),
  /** The keys of the courses that have it now, or will have it. */
  courses: list(v.string()),
});

export type ChangedLesson = DeepReadonly<v.InferOutput<typeof changedLesson>>;

/** The kinds of texts that a language may lack. */
export const TEXT_KINDS = [
  "titles",
  "lessons",
  "terms",
  "questions",
  "instructions",
  "announcements",
  "captions",
] as const;

/**
 * What a language lacks, so that its students read another one: a few names of each kind, and how many there are.
 * `path` is that of the text that is to be written, where it is one of its own.
 */
const untranslated = v.object({
  language: v.string(),
  missing: list(
    v.object({
      ...{ kind: v.picklist(TEXT_KINDS), count: v.number() },
      names: list(v.object({ name: v.string(), path: text })),
    }),
  ),
});

/** What would be published. Long lists end early; the numbers count all. */
const found = v.object({
  products: v.number(),
  courses: v.number(),
  lessons: v.number(),
  changes: changeCounts,
  changed_lessons: list(changedLesson),
  changed_courses: list(changedCourse),
  others: v.array(v.picklist(OTHER_CHANGES)),
  untranslated: list(untranslated),
});

export type FoundContent = DeepReadonly<v.InferOutput<typeof found>>;

/** What a check, or a comparison (`postComparison`), has found. */
export const checkedContent = v.object({
  /** Mistakes, by file and line. With one of them, the draft cannot be published. */
  problems: list(remark),
  problem_count: v.number(),
  warnings: list(remark),
  warning_count: v.number(),
  /** Null if there are mistakes. */
  found: withDefault(found, null),
});

export type CheckedDraft = DeepReadonly<v.InferOutput<typeof checkedContent>>;

const draft = v.object({
  id,
  /** Another one after each change. */
  version: v.string(),
  changed: date,
  ...maker,
  files: v.number(),
  bytes: v.number(),
  /** Whether something has been published since the draft was begun, which it does not have. */
  outdated: flag,
  /** Null until the draft was checked as it is, against what is published. */
  checked: withDefault(checkedContent, null),
});

export type ContentDraft = DeepReadonly<v.InferOutput<typeof draft>>;
export type ContentVersion = DeepReadonly<v.InferOutput<typeof version>>;
export type PublishedProduct = DeepReadonly<v.InferOutput<typeof product>>;

const content = v.object({
  /** Those of the draft, the first one before the others. */
  languages: list(v.string()),
  products: list(product),
  /** The latest first; at most ten. Empty for content of an earlier release of the program. */
  versions: list(version),
  draft: withDefault(draft, null),
  /** The work on the content that goes on at this moment. */
  job: withDefault(v.object({ id, kind: v.string() }), null),
  /** The job that converts the published photos at this moment; it keeps no other work from going on. */
  photos: withDefault(id, null),
  /** The job that makes smaller forms of the published films, or the latest one if it has failed. */
  films: withDefault(id, null),
  /** The published pictures that stay as they are, and why, in English; at most 100 of them. */
  kept_pictures: list(v.object({ file: v.string(), message: v.string() })),
  kept_count: withDefault(v.number(), 0),
});

export type StaffContent = DeepReadonly<v.InferOutput<typeof content>>;

export const getStaffContent = call.get("/staff/content", { level: 20, answer: content });

/**
 * Says which files the school does not have, and how many bytes of each have arrived. The others need not be
 * sent: so an upload that was cut off goes on where it has stopped.
 */
export const postMissingFiles = call.post("/staff/content/uploads", {
  level: 20,
  maxBytes: MEGABYTE,
  body: v.object({
    files: boundedList(v.object({ checksum, size }), MAX_ASKED_FILES),
  }),
  answer: v.object({ missing: list(v.object({ checksum: v.string(), received: v.number() })) }),
});

/**
 * Sends bytes of a file, from the byte `at` on, at most `MAX_SOURCE_PART_BYTES`. The answer says how many
 * bytes have arrived: another number than was expected means to go on from there. `use`: `file` for one of
 * a folder, `zip` for a zip of a folder. 413 for a file that is too large, 422 `content/wrong_checksum`
 * for one whose bytes are not those of the checksum.
 */
export const putSourcePart = call.put("/staff/content/uploads/:checksum", {
  level: 20,
  query: ["at", "size", "use"],
  answer: v.object({ received: v.number() }),
});

/** What a call replaces, as its sender has seen it: the draft's `version`; null: there was none. */
const replaces = v.nullable(v.string());

/**
 * What becomes of changes of the draft that are not in what replaces it: `merge` keeps them beside the rest,
 * `replace` leaves them to the history. Null: nothing is changed if there are any, and they are named.
 */
const changes = v.nullish(v.picklist(["merge", "replace"]), null);

const ordered = v.object({ job: id });

/**
 * Gives the draft all files of a folder, whose bytes the school has. 409 `content/conflict` if the draft is
 * not what it `replaces`; nothing is changed then. 422 names files that cannot be taken. `differing`: files of
 * the draft whose changes would go (see `changes`), at most 100; nothing is changed then.
 */
export const putDraftFiles = call.put("/staff/content/draft/files", {
  level: 20,
  maxBytes: 4 * MEGABYTE,
  body: v.object({
    files: boundedList(v.object({ path: v.string(), checksum, size }), MAX_DRAFT_FILES),
    ...{ replaces, changes },
  }),
  answer: v.object({ version: v.string(), differing: list(v.string()) }),
});

/**
 * Gives the draft the files of a zip that was sent. 409 as `putDraftFiles`. If changes of the draft would go,
 * the job fails with `content/draft_differs` and names their files.
 */
export const postDraftZip = call.post("/staff/content/draft/zip", {
  level: 20,
  body: v.object({ checksum, size, replaces, changes }),
  answer: ordered,
});

/** Removes the draft. 409 `content/conflict` */
export const deleteDraft = call.delete("/staff/content/draft", {
  level: 20,
  query: ["replaces"],
  answer: "nothing",
});

/** Checks the draft, and compares it with what is published. */
export const postDraftCheck = call.post("/staff/content/draft/check", {
  level: 20,
  body: v.object({ version: v.string() }),
  answer: ordered,
});

/** The key of the only course that is meant; null: all of them. */
const course = v.nullish(v.pipe(v.string(), v.maxLength(200)), null);

/** The most characters of what somebody says of a version. */
export const MAX_VERSION_NOTE = 2000;

const order = {
  /** The version that the person has seen published; null: content without one. */
  published: v.nullable(v.number()),
  course,
  /** What the person says of it, for the history. */
  note: withDefault(v.pipe(v.string(), v.maxLength(MAX_VERSION_NOTE)), ""),
};

/**
 * Says what would change if the draft, by its `version`, or an earlier version, by its `id`, were published, whole or
 * one course of it. Changes nothing. The job's result is a `checkedContent`. 404 `content/unknown_version`, 409
 * `content/conflict`
 */
export const postComparison = call.post("/staff/content/comparisons", {
  level: 20,
  body: v.object({ version: replaces, id: v.nullable(id), course }),
  answer: ordered,
});

/**
 * Publishes the draft, or one course of it: the rest of the draft stays then. What another course has, too, is
 * published with it. The job fails with `content/conflict` if the draft, or what is published, is another by then.
 */
export const postDraftPublish = call.post("/staff/content/draft/publish", {
  level: 20,
  body: v.object({ version: v.string(), ...order }),
  answer: ordered,
});

/** Publishes an earlier version again, or one course of it. 404 `content/unknown_version` */
export const postRollBack = call.post("/staff/content/versions/:id/roll-back", {
  level: 20,
  body: v.object(order),
  answer: ordered,
});

/** Makes a zip of the folder of a version, or of the draft. 404 `content/unknown_version` */
export const postSourceExport = call.post("/staff/content/versions/:id/export", {
  level: 20,
  answer: ordered,
});
