import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import {
  type DateOrder,
  type ImportReading,
  PEOPLE_COLUMNS,
} from "../../../contract/staff-import.ts";
import { isLanguage, type Language } from "../../../domain/languages.ts";
import { teachesCourses } from "../../../domain/roles.ts";
import { courseIds, courseKeys, schoolLanguages } from "../../content/import-school.ts";
import type { Tables } from "../../db/schema.ts";
import { serverTexts } from "../../server-texts.ts";
import { openTableInThread } from "../../tables/read-in-thread.ts";
import type { OpenedTable } from "../../tables/read-table.ts";
import { type Cell, TableProblem, type TableRow } from "../../tables/table-format.ts";
import { writeTable } from "../../tables/write-table.ts";
import { lastDayOf } from "../account-days.ts";
import { type ColumnChoice, guessColumns, isErrorTitle } from "./columns.ts";
import { PeoplePlanner, type ReadRow } from "./people-planner.ts";
import type { PlanContext, PlannedRow } from "./plan-person.ts";
import { type PresentPerson, peopleWithIds } from "./present-people.ts";
import { columnName, dateOrderOf, errorsInWords, type RowError, readRow } from "./read-row.ts";

const IDS_AT_ONCE = 500;

export const peopleTitles = (language: Language): string[] =>
  PEOPLE_COLUMNS.map((column) => columnName(column, language));

/** Entries of a list in one cell; null if all of them are empty. */
const listOf = (entries: readonly (string | number | null)[]): string | null =>
  entries.every((entry) => entry === null) ? null : entries.map((each) => each ?? "").join("; ");

const cellsOf = (
  { account, courses, taught, language }: PresentPerson,
  keys: ReadonlyMap<number, string>,
): Cell[] => {
  // Courses that the school no longer has cannot be brought again.
  const known = [...courses.values()].filter(({ course_id }) => keys.has(course_id));
  const taughtKeys = [...taught].flatMap((id) => keys.get(id) ?? []);
  return [
    account.username,
    account.email,
    account.first_name,
    account.last_name,
    account.level,
    language,
    account.expire === null ? null : lastDayOf(account.expire),
    listOf(known.map(({ course_id }) => keys.get(course_id) ?? null)),
    listOf(known.map(({ sub_date }) => sub_date)),
    listOf(known.map(({ exp_date }) => exp_date)),
    listOf(known.map(({ sub_months }) => sub_months)),
    !teachesCourses(account.level) ? null : account.teaches_all === 1 ? "all" : listOf(taughtKeys),
  ];
};

/** People as the rows of a table, in the order of their ids in the list. Importing it changes nothing. */
export async function* peopleRows(
  db: Kysely<Tables>,
  ids: readonly number[],
): AsyncGenerator<Cell[]> {
  const keys = await courseKeys(db);
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const part = ids.slice(from, from + IDS_AT_ONCE);
    const people = new Map(
      (await peopleWithIds(db, part)).map((person) => [person.account.id, person]),
    );
    for (const id of part) {
      const person = people.get(id);
      if (person) yield cellsOf(person, keys);
    }
  }
}

/** A file with people, after a first look at it. */
export interface ImportFile {
  readonly table: OpenedTable;
  /** The first rows, one of which has the titles. */
  readonly heads: readonly TableRow[];
  readonly titlesRow: number;
  readonly titles: readonly string[];
  /** The numbers of rows that are hidden, which are left out. */
  readonly hidden: readonly number[];
  /** The first rows after the titles. */
  readonly sample: readonly (readonly string[])[];
  readonly columns: ColumnChoice;
  /** Null: dates that can be read in two ways are wrong. */
  readonly dateOrder: DateOrder | null;
  readonly oddLetters: boolean;
  readonly languages: readonly Language[];
  /** How many rows below the titles have something and are not hidden. */
  readonly total: number;
}

const SAMPLE_ROWS = 3;
/** The titles are in one of the first rows: above them may be a title of the table. */
const MAX_HEADS = 10;
/** So many rows are planned at once: it takes a few milliseconds, for which all requests wait. */
const ROWS_AT_ONCE = 50;

/** The columns, one for each title, as far as they are chosen; each column is there once. */
const chosenFor = (titles: readonly string[], chosen: ColumnChoice): ColumnChoice =>
  titles.map((_, at) => {
    const column = chosen[at] ?? null;
    return column !== null && chosen.indexOf(column) === at ? column : null;
  });

const titlesIn = ({ cells }: TableRow): string[] => cells.map((title) => title.trim());

/** The row of the titles: the one that is chosen, or else the first whose titles name people. */
const findTitles = async (
  db: Kysely<Tables>,
  heads: readonly TableRow[],
  chosen: number | null,
  languages: readonly Language[],
): Promise<TableRow> => {
  const named = heads.find(({ row }) => row === chosen);
  if (named) return named;
  for (const head of heads) {
    if (namesPeople(await guessColumns(db, titlesIn(head), languages))) return head;
  }
  const [first] = heads;
  if (!first) throw new TableProblem("table/empty");
  return first;
};

/** Looks through a file once. @throws TableProblem */
export const openImportFile = async (
  db: Kysely<Tables>,
  file: string,
  { columns, encoding, separator, date_order, odd_letters, sheet, titles_row }: ImportReading,
): Promise<ImportFile> => {
  const languages = (await schoolLanguages(db)).filter(isLanguage);
  const table = await openTableInThread(file, { encoding, separator, sheet, languages });
  const start: TableRow[] = [];
  const hidden: number[] = [];
  let count = 0;
  for await (const row of table.rows()) {
    if (row.isHidden) {
      hidden.push(row.row);
      continue;
    }
    count += 1;
    if (start.length < MAX_HEADS + SAMPLE_ROWS) start.push(row);
  }
  const heads = start.slice(0, MAX_HEADS);
  const head = await findTitles(db, heads, titles_row, languages);
  const titles = titlesIn(head);
  const first = start.indexOf(head) + 1;
  return {
    ...{ table, heads, titles, titlesRow: head.row, hidden, languages, oddLetters: odd_letters },
    sample: start.slice(first, first + SAMPLE_ROWS).map(({ cells }) => cells),
    total: count - first,
    columns: columns ? chosenFor(titles, columns) : await guessColumns(db, titles, languages),
    dateOrder: date_order ?? dateOrderOf(languages),
  };
};

export const namesPeople = (columns: ColumnChoice): boolean =>
  columns.includes("username") || columns.includes("email");

/** The rows of a file below its titles, some at a time. @throws TableProblem */
export async function* rowsOf(
  { table, titlesRow }: ImportFile,
  atOnce: number,
): AsyncGenerator<readonly TableRow[]> {
  let waiting: TableRow[] = [];
  for await (const row of table.rows()) {
    if (row.isHidden || row.row <= titlesRow) continue;
    waiting.push(row);
    if (waiting.length < atOnce) continue;
    yield waiting;
    waiting = [];
  }
  if (waiting.length > 0) yield waiting;
}

/** The ids of the courses that a file may name, by their keys in lower case. */
export const courseNames = async (db: Kysely<Tables>): Promise<ReadonlyMap<string, number>> =>
  new Map([...(await courseIds(db))].map(([key, id]) => [key.toLowerCase(), id]));

export const readRows = (
  { columns, dateOrder, oddLetters }: ImportFile,
  courses: ReadonlyMap<string, number>,
  rows: readonly TableRow[],
): ReadRow[] => rows.map((row) => readRow(row, { columns, dateOrder, oddLetters, courses }));

/** Rests as long as some work has taken: others have the processor meanwhile. */
export const restAfter = (began: number): Promise<void> => delay(performance.now() - began);

interface PlannedFileRow {
  readonly cells: readonly string[];
  readonly planned: PlannedRow;
}

/**
 * Plans what an import of a file does, some rows at a time.
 * @param db reads alone
 * @throws TableProblem
 */
export async function* planImportFile(
  db: Kysely<Tables>,
  file: ImportFile,
  context: PlanContext,
): AsyncGenerator<readonly PlannedFileRow[]> {
  const planner = new PeoplePlanner(db, context);
  const courses = await courseNames(db);
  for await (const rows of rowsOf(file, ROWS_AT_ONCE)) {
    const began = performance.now();
    const planned = await planner.plan(readRows(file, courses, rows));
    await restAfter(began);
    yield rows.flatMap(({ cells }, at) => {
      const found = planned[at];
      return found ? [{ cells, planned: found }] : [];
    });
  }
}

export interface RestRow {
  readonly cells: readonly string[];
  readonly errors: readonly RowError[];
}

/**
 * The rows that were not imported, in the file's own format, separator and columns, with what is wrong in a further column. That
 * column is left out when the mended file is imported.
 */
export const restFile = (
  { table, titles, languages }: Pick<ImportFile, "table" | "titles" | "languages">,
  rows: Iterable<RestRow>,
  language: Language,
): Readable => {
  const title = serverTexts(language)("staff-import.column-error");
  // A file that is mended for a second time has such a column already.
  const known = titles.findIndex((each) => isErrorTitle(each, languages));
  const at = known < 0 ? titles.length : known;
  const withError = (cells: readonly string[], error: string) =>
    Array.from({ length: Math.max(titles.length, at + 1) }, (_, column) =>
      column === at ? error : (cells[column] ?? ""),
    );
  function* written() {
    for (const { cells, errors } of rows) yield withError(cells, errorsInWords(errors, language));
  }
  return writeTable(table.format, withError(titles, title), written(), table.separator ?? ",");
};

export const restName = (name: string, format: string): string =>
  `${name.replace(/\.[^.]*$/, "")}-rest.${format}`;
