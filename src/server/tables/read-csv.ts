import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import type { TABLE_SEPARATORS } from "../../contract/staff-import.ts";
import { unquoteFormulas } from "./formula-text.ts";
import {
  checkedCells,
  MAX_CELL_LENGTH,
  MAX_TABLE_COLUMNS,
  MAX_TABLE_ROWS,
  type TableEncoding,
  TableProblem,
  type TableRow,
  type TableSeparator,
} from "./table-format.ts";
import { decodedText } from "./text-encoding.ts";

/** A line that tells Excel the separator; Excel does not count it. */
const SEPARATOR_LINE = /^sep=(.)(?:\r\n|\r|\n)/;
/** Not those of the contract: a thread that reads a table need not load that. */
const SEPARATORS = [",", ";", "\t"] as const satisfies typeof TABLE_SEPARATORS;
/** Titles are in the first characters. */
const START_LENGTH = 64 * 1024;

const startOf = async (text: AsyncIterable<string>): Promise<string> => {
  let start = "";
  for await (const piece of text) {
    start += piece;
    if (start.length >= START_LENGTH) break;
  }
  return start;
};

const isSeparator = (text: string | undefined): text is TableSeparator =>
  (SEPARATORS as readonly (string | undefined)[]).includes(text);

/** Guesses the separator: the one of Excel's own line, or the one that the titles have most often. */
export const guessSeparator = async (
  file: string,
  encoding: TableEncoding,
): Promise<TableSeparator> => {
  const start = await startOf(decodedText(file, encoding));
  const named = SEPARATOR_LINE.exec(start)?.[1];
  if (isSeparator(named)) return named;
  const [titles = ""] = start
    .replace(/"(?:[^"]|"")*"/g, "")
    .split(/\r?\n|\r/)
    .filter((line) => line.trim() !== "");
  const count = (separator: string) => titles.split(separator).length;
  return [...SEPARATORS].sort((a, b) => count(b) - count(a))[0] ?? ",";
};

async function* withoutSeparatorLine(text: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const piece of text) {
    yield isFirst ? piece.replace(SEPARATOR_LINE, "") : piece;
    isFirst = false;
  }
}

/** A row of empty cells up to the limit and one full cell more is refused before it is complete. */
const MAX_RECORD = MAX_TABLE_COLUMNS * MAX_CELL_LENGTH;

const problemOf = (reason: unknown, row: number): unknown => {
  if (!(reason instanceof CsvError)) return reason;
  switch (reason.code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return new TableProblem("table/quote_not_closed", row);
    case "CSV_MAX_RECORD_SIZE":
      return new TableProblem("table/long_cell", row);
    default:
      return new TableProblem("table/damaged", row);
  }
};

/**
 * Reads a CSV file row by row.
 * @throws TableProblem
 */
export async function* readCsv(
  file: string,
  encoding: TableEncoding,
  separator: TableSeparator,
): AsyncGenerator<TableRow> {
  const parser = parse({
    delimiter: separator,
    max_record_size: MAX_RECORD,
    relax_column_count: true,
    // Other programs do not double the quotes within a name.
    relax_quotes: true,
    // Others put blanks around the quotes.
    trim: true,
  });
  const text = Readable.from(withoutSeparatorLine(decodedText(file, encoding)));
  text.once("error", (reason) => parser.destroy(reason));
  text.pipe(parser);
  let row = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1;
      if (row > MAX_TABLE_ROWS + 1) throw new TableProblem("table/too_many_rows");
      yield { row, cells: checkedCells(row, record).map(unquoteFormulas) };
    }
  } catch (reason) {
    throw problemOf(reason, row + 1);
  } finally {
    text.destroy();
    parser.destroy();
  }
}
