import { open } from "node:fs/promises";
import type { Language } from "../../domain/languages.ts";
import { guessSeparator, readCsv } from "./read-csv.ts";
import {
  type TableEncoding,
  type TableFormat,
  TableProblem,
  type TableRow,
  type TableSeparator,
  type TableSheet,
} from "./table-format.ts";
import { guessEncoding } from "./text-encoding.ts";

export interface TableOptions {
  /** Absent: guessed. */
  readonly encoding?: TableEncoding | null;
  /** Absent: guessed. */
  readonly separator?: TableSeparator | null;
  /** The name of a workbook's sheet. Absent: the first that is not hidden. */
  readonly sheet?: string | null;
  /** The languages of the school, by which an encoding is guessed. */
  readonly languages: readonly Language[];
}

export interface OpenedTable {
  readonly format: TableFormat;
  /** Null for a workbook. */
  readonly encoding: TableEncoding | null;
  readonly separator: TableSeparator | null;
  /** The sheets of a workbook that have cells; none for a text. */
  readonly sheets: readonly TableSheet[];
  /** The name of the sheet whose rows these are; null for a text. */
  readonly sheet: string | null;
  /** Its rows that are not empty, the titles among them. @throws TableProblem */
  rows(): AsyncGenerator<TableRow>;
}

const ZIP = "PK\x03\x04";
/** The start of a file of Excel 97 to 2003, and of a workbook with a password. */
const OLD_EXCEL = "\xd0\xcf\x11\xe0";
const PDF = "%PDF";

const startOf = async (file: string): Promise<string> => {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  return buffer.toString("latin1", 0, bytesRead);
};

async function* notEmpty(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow> {
  for await (const row of rows) if (row.cells.some((cell) => cell.trim() !== "")) yield row;
}

/**
 * Opens a file as a table, by its content and not by its name.
 * @throws TableProblem for what is no table
 */
export const openTable = async (
  file: string,
  { encoding: given, separator: named, sheet: chosen, languages }: TableOptions,
): Promise<OpenedTable> => {
  const start = await startOf(file);
  if (start === "") throw new TableProblem("table/empty");
  if (start === OLD_EXCEL) throw new TableProblem("table/old_excel");
  if (start === PDF) throw new TableProblem("table/not_a_table");
  if (start === ZIP) {
    // Most tables are text, and unzipping takes time to load.
    const { listSheets, readXlsx } = await import("./read-xlsx.ts");
    const sheets = await listSheets(file);
    const sheet = chosen ?? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])?.name ?? "";
    const rows = () => notEmpty(readXlsx(file, sheet));
    return { format: "xlsx", encoding: null, separator: null, sheets, sheet, rows };
  }
  const encoding = given ?? (await guessEncoding(file, languages));
  const separator = named ?? (await guessSeparator(file, encoding));
  const rows = () => notEmpty(readCsv(file, encoding, separator));
  return { format: "csv", encoding, separator, sheets: [], sheet: null, rows };
};
