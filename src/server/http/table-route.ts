import type { Call } from "../../contract/call.ts";
import { isLanguage, type Language } from "../../domain/languages.ts";
import { oneOf } from "../page.ts";
import type { Services } from "../services.ts";
import { TABLE_FORMATS, TABLE_TYPES } from "../tables/table-format.ts";
import { type Rows, writeTable } from "../tables/write-table.ts";
import { NOT_STORED } from "./answer.ts";
import { disposition } from "./reply.ts";
import { type App, byteRoute } from "./route.ts";
import type { ByPerson, CallRequest } from "./serve-call.ts";
import { streamReply } from "./stream-reply.ts";

interface SentTable {
  /** The name of the file without its ending. */
  readonly name: string;
  readonly columns: readonly string[];
  /** They are sent one by one, so that a long table needs no memory. */
  readonly rows: Rows;
}

/** Where a comma stands in numbers, spreadsheets take a semicolon between cells. */
const WITH_COMMA: ReadonlySet<Language> = new Set(["en", "he"]);
const separatorOf = (language: string | undefined) =>
  !isLanguage(language) || WITH_COMMA.has(language) ? "," : ";";

/**
 * Answers a call with a table in the format of its query, CSV or XLSX, with what separates cells in the
 * language of the spreadsheet. Without one, programs read it. The query is that of `tableQuery` of the contract.
 */
export const tableRoute = <Path extends string, Body, Query extends string>(
  app: App,
  services: Services,
  call: Call<Path, Body, unknown, Query | "format" | "language">,
  tableOf: (
    question: CallRequest<Path, Body, Query | "format" | "language"> & ByPerson,
  ) => SentTable | Promise<SentTable>,
): void =>
  byteRoute(app, services, call, async (question) => {
    const query: Partial<Record<"format" | "language", string>> = question.query;
    const format = oneOf("format", TABLE_FORMATS, query.format) ?? "csv";
    const { name, columns, rows } = await tableOf(question);
    return streamReply(writeTable(format, columns, rows, separatorOf(query.language)), 200, {
      "Content-Type": TABLE_TYPES[format],
      "Content-Disposition": disposition(`${name}.${format}`),
      "Cache-Control": NOT_STORED,
    });
  });
