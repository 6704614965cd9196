import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { DateOrder } from "../../../contract/staff-import.ts";
import type { Day } from "../../../domain/calendar.ts";
import { isLanguage, type Language } from "../../../domain/languages.ts";
import { courseIds } from "../../content/course-ids.ts";
import { schoolLanguages } from "../../content/import-school.ts";
import type { Tables } from "../../db/schema.ts";
import type { OpenedTable } from "../../tables/read-table.ts";
import { openTableAside } from "../../tables/read-table-aside.ts";
import {
  type TableEncoding,
  TableProblem,
  type TableRow,
  type TableSeparator,
} from "../../tables/table-format.ts";
import { type ColumnChoice, guessColumns } from "./guess-columns.ts";
import { dateOrderOf } from "./parse-day.ts";
import { PeoplePlanner } from "./people-planner.ts";
import type { PlannedRow } from "./planned.ts";
import { readRow } from "./read-row.ts";

/** How a file is read; null: guessed. */
export interface ImportReading {
  readonly columns: ColumnChoice | null;
  readonly encoding: TableEncoding | null;
  readonly separator: TableSeparator | null;
  readonly dateOrder: DateOrder | null;
  /** Whether letters that look wrong are taken as they are. */
  readonly oddLetters: boolean;
  readonly sheet: string | null;
  readonly titlesRow: number | null;
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
const AT_ONCE = 50;

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
  { columns, encoding, separator, dateOrder, oddLetters, sheet, titlesRow }: ImportReading,
): Promise<ImportFile> => {
  const languages = (await schoolLanguages(db)).filter(isLanguage);
  const table = await openTableAside(file, { encoding, separator, sheet, languages });
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
  const head = await findTitles(db, heads, titlesRow, languages);
  const titles = titlesIn(head);
  const first = start.indexOf(head) + 1;
  return {
    ...{ table, heads, titles, titlesRow: head.row, hidden, languages, oddLetters },
    sample: start.slice(first, first + SAMPLE_ROWS).map(({ cells }) => cells),
    total: count - first,
    columns: columns ? chosenFor(titles, columns) : await guessColumns(db, titles, languages),
    dateOrder: dateOrder ?? dateOrderOf(languages),
  };
};

/** Whether the columns name a person. */
export const namesPeople = (columns: ColumnChoice): boolean =>
  columns.includes("username") || columns.includes("email");

/** A row with what an import does with it. */
export interface PlannedFileRow {
  readonly cells: readonly string[];
  readonly planned: PlannedRow;
}

/**
 * Plans what an import of a file does, some rows at a time.
 * @param db reads alone
 * @param rest how long it rests after some rows, as a multiple of the time that they took: others have the
 * processor meanwhile
 * @throws TableProblem
 */
export async function* planImportFile(
  db: Kysely<Tables>,
  { table, titlesRow, columns, dateOrder, oddLetters }: ImportFile,
  context: { readonly level: number; readonly today: Day<"school"> },
  rest = 0,
): AsyncGenerator<readonly PlannedFileRow[]> {
  const planner = new PeoplePlanner(db, context);
  const courses = new Map(
    [...(await courseIds(db))].map(([key, id]) => [key.toLowerCase(), id] as const),
  );
  const plan = async (rows: readonly TableRow[]): Promise<PlannedFileRow[]> => {
    const began = performance.now();
    const read = rows.map((row) => readRow(row, { columns, dateOrder, oddLetters, courses }));
    const planned = await planner.plan(read);
    if (rest > 0) await delay((performance.now() - began) * rest);
    return rows.flatMap(({ cells }, at) => {
      const found = planned[at];
      return found ? [{ cells, planned: found }] : [];
    });
  };
  let waiting: TableRow[] = [];
  for await (const row of table.rows()) {
    if (row.isHidden || row.row <= titlesRow) continue;
    waiting.push(row);
    if (waiting.length < AT_ONCE) continue;
    yield await plan(waiting);
    waiting = [];
  }
  if (waiting.length > 0) yield await plan(waiting);
}
