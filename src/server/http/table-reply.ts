import { isLanguage, type Language } from "../../domain/languages.ts";
import { type Cell, TABLE_TYPES, type TableFormat } from "../tables/table-format.ts";
import { writeTable } from "../tables/write-table.ts";
import { NOT_STORED } from "./answer.ts";
import { disposition } from "./reply.ts";
import { streamReply } from "./stream-reply.ts";

/** Where a comma stands in numbers, spreadsheets take a semicolon between cells. */
const WITH_COMMA: ReadonlySet<Language> = new Set(["en", "he"]);
const separatorOf = (language: string | undefined) =>
  !isLanguage(language) || WITH_COMMA.has(language) ? "," : ";";

/**
 * Sends a table as a file, row by row.
 * @param language of the person, whose spreadsheet opens it; absent: programs read it
 */
export const tableReply = (
  name: string,
  format: TableFormat,
  columns: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
  language?: string,
): Response =>
  streamReply(writeTable(format, columns, rows, separatorOf(language)), 200, {
    "Content-Type": TABLE_TYPES[format],
    "Content-Disposition": disposition(name),
    "Cache-Control": NOT_STORED,
  });
