import * as v from "valibot";
import { call } from "./call.ts";
import { type DeepReadonly, id, list, text, withDefault } from "./wire.ts";

/*
 * Tables of people that staff bring, only at our school. A file is checked by a job, which changes nothing; its id
 * stands for the file in the calls that follow. 404 `job/not_found` for a job that is none of these, or not to be
 * seen, and once its file is gone.
 */

/** The columns that a table of people may have. Lists within a cell are divided by semicolons. */
export const PEOPLE_COLUMNS = [
  "username",
  "email",
  "first_name",
  "last_name",
  "level",
  "language",
  "last_day",
  /** Keys of courses; the days of the next three are in the same order. */
  "courses",
  "from",
  "until",
  "months",
  "teaches",
] as const;

export type PeopleColumn = (typeof PEOPLE_COLUMNS)[number];

/** Whether `03/04/2027` is in April or in March. */
export const DATE_ORDERS = ["day-first", "month-first"] as const;

export type DateOrder = (typeof DATE_ORDERS)[number];

/**
 * The encodings of text files that people have, by the names of the Encoding Standard, and pages of DOS, in which some
 * programs still export, by those of IBM.
 */
export const TABLE_ENCODINGS = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "macintosh",
  "ibm850",
  "ibm857",
  "ibm737",
  "ibm862",
] as const;

export const TABLE_SEPARATORS = [",", ";", "\t"] as const;

/** What may be wrong with a row. */
const ROW_PROBLEMS = [
  "above",
  "ambiguous-date",
  "bad-date",
  "bad-email",
  "bad-language",
  "bad-level",
  "bad-months",
  "bad-username",
  "control",
  "days-without-course",
  "email-missing",
  "email-taken",
  "ends-before",
  "last-administrator",
  "level-too-high",
  "lists-differ",
  "months-and-until",
  "nobody",
  /** The letters look as if the file was read in a wrong encoding. */
  "odd-letters",
  "too-long",
  "twice",
  "unknown-course",
  "username-taken",
] as const;

export type RowProblem = (typeof ROW_PROBLEMS)[number];

export const PEOPLE_CHECK = "people-check";
export const PEOPLE_IMPORT = "people-import";

/** The most bytes of a file. */
export const MAX_TABLE_BYTES = 32 * 1024 * 1024;

const ROW_KINDS = ["add", "change", "same", "wrong"] as const;

const importedRow = v.object({
  /** Its number as spreadsheets count: the titles are in row 1. */
  row: v.number(),
  /** The username, or else the mail address. */
  name: text,
  kind: v.picklist(ROW_KINDS),
  /** What it adds or changes. */
  fields: list(v.picklist(PEOPLE_COLUMNS)),
  errors: list(
    v.object({
      column: v.picklist(PEOPLE_COLUMNS),
      problem: v.picklist(ROW_PROBLEMS),
      /** What stands there, or whose it is. */
      value: text,
    }),
  ),
});

export type ImportedRow = v.InferOutput<typeof importedRow>;

/** How a file is read, as far as an import and its summary say it alike. */
const ways = {
  /** Null in an order: guessed; in a summary: of a workbook. */
  encoding: withDefault(v.picklist(TABLE_ENCODINGS), null),
  separator: withDefault(v.picklist(TABLE_SEPARATORS), null),
  /** Null in a summary: dates that can be read in two ways are wrong. */
  date_order: withDefault(v.picklist(DATE_ORDERS), null),
  /** Whether somebody has said that letters that look wrong are right. */
  odd_letters: withDefault(v.boolean(), false),
  /** The name of a workbook's sheet; null in an order: the first that is not hidden. */
  sheet: withDefault(v.string(), null),
  /** The number of the row of headings, one of the first; null: guessed. */
  titles_row: withDefault(v.number(), null),
};

const counts = v.object({
  add: v.number(),
  change: v.number(),
  same: v.number(),
  wrong: v.number(),
});

/** The result of a check, and what an import was about. */
export const importSummary = v.object({
  name: text,
  format: v.picklist(["csv", "xlsx"]),
  ...ways,
  /** The sheets of a workbook. Hidden ones are left out. */
  sheets: list(v.object({ name: text, hidden: v.boolean() })),
  /** The first rows, one of which has the headings. */
  heads: list(v.object({ row: v.number(), cells: v.array(v.string()) })),
  /** The numbers of rows that are left out because they are hidden: the first of them. */
  hidden_rows: list(v.number()),
  /** Whether there are more of them. */
  hidden_more: withDefault(v.boolean(), false),
  titles: v.array(v.string()),
  /** The first rows after the titles. */
  sample: v.array(v.array(v.string())),
  /** The column of each title; null: it is left out. */
  columns: v.array(withDefault(v.picklist(PEOPLE_COLUMNS), null)),
  counts,
  /** At most 500 of each kind. */
  rows: v.array(importedRow),
});

export type ImportSummary = v.InferOutput<typeof importSummary>;

/** The result of an import that has failed after it had written a part: that part. */
export const importedSoFar = v.object({
  /** The last row that was written. */
  row: v.number(),
  /** What was done with the rows up to it. */
  counts,
});

/** The result of a file that is no table: at which row it was noticed. */
export const tableProblem = v.object({ row: withDefault(v.number(), null) });

const ordered = v.object({ id });

/**
 * Brings a file, the only field of a form, and has it checked with columns, encoding and separator that are guessed.
 * 413 `request/too_large`, 422; 409 `account/limit_reached` while ten jobs of the person wait.
 */
export const postImport = call.post("/staff/imports", { level: 20, answer: ordered });

const reading = v.object({
  /** The column of each title; null: guessed. */
  columns: withDefault(v.array(withDefault(v.picklist(PEOPLE_COLUMNS), null)), null),
  ...ways,
});

export type ImportReading = DeepReadonly<v.InferOutput<typeof reading>>;

/** Has a file checked once more, in another way. */
export const postImportCheck = call.post("/staff/imports/:id/check", {
  level: 20,
  body: reading,
  answer: ordered,
});

/**
 * Imports a file as it was checked. `all`: no row while one is wrong, the problem `import/bad_rows` then says that
 * some are; `good`: the good ones, and the others come as a file in `language`. Rows are written in parts, and one
 * that becomes wrong after the first part is left out and in that file. An import that fails after the first part
 * has `importedSoFar` as its result. `invite`: those who are added are mailed a link to choose a password.
 */
export const postImportRun = call.post("/staff/imports/:id/run", {
  level: 20,
  body: v.object({
    rows: v.picklist(["all", "good"]),
    invite: v.boolean(),
    language: v.string(),
  }),
  answer: ordered,
});
