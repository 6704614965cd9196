import type { Readable } from "node:stream";
import type { Language } from "../../../domain/languages.ts";
import { serverTexts } from "../../server-texts.ts";
import { writeTable } from "../../tables/write-table.ts";
import { isErrorTitle } from "./guess-columns.ts";
import type { ImportFile } from "./import-file.ts";
import type { RowError } from "./read-row.ts";
import { errorsInWords } from "./row-texts.ts";

/** A row that is wrong. */
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

/** The name of that file. */
export const restName = (name: string, format: string): string =>
  `${name.replace(/\.[^.]*$/, "")}-rest.${format}`;
