import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import { quoteFormulas } from "./formula-text.ts";
import type { Cell, TableFormat, TableSeparator } from "./table-format.ts";
import { writeXlsx } from "./write-xlsx.ts";

type Rows = AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;

async function* withTitles(columns: readonly string[], rows: Rows) {
  yield columns;
  yield* rows;
}

/** In UTF-8 with a mark, by which Excel knows it. */
const writeCsv = (columns: readonly string[], rows: Rows, delimiter: TableSeparator): Readable => {
  const lines = stringify({
    delimiter,
    bom: true,
    cast: { string: quoteFormulas },
    record_delimiter: "windows",
    // Blanks around a cell without quotes are not read again.
    quoted_match: /^\s|\s$/,
  });
  const source = Readable.from(withTitles(columns, rows));
  source.once("error", (reason) => lines.destroy(reason));
  lines.once("close", () => source.destroy());
  return source.pipe(lines);
};

/**
 * Writes a table as a stream of bytes, so that it need not fit into memory. No cell is a formula, whatever
 * its text is, and `openTable` reads the same texts again.
 * @param separator of a CSV file
 */
export const writeTable = (
  format: TableFormat,
  columns: readonly string[],
  rows: Rows,
  separator: TableSeparator = ",",
): Readable => (format === "csv" ? writeCsv(columns, rows, separator) : writeXlsx(columns, rows));
