import { createWriteStream, existsSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type {
  DateOrder,
  PeopleColumn,
  TABLE_ENCODINGS,
  TABLE_SEPARATORS,
} from "../../contract/staff-import.ts";
import { FALLBACK_LANGUAGE } from "../../domain/languages.ts";
import { ADMIN_LEVEL } from "../../domain/roles.ts";
import {
  type ImportFile,
  namesPeople,
  openImportFile,
  planImportFile,
  type RestRow,
  restFile,
} from "../people/import/import-file.ts";
import { errorsInWords } from "../people/import/read-row.ts";
import {
  endImport,
  ImportCount,
  ImportRaceError,
  type ImportRun,
  runImport,
} from "../people/import/run-import.ts";
import type { Environment } from "../school/settings/environment.ts";
import { TableProblem } from "../tables/table-format.ts";
import { commandContext, withDatabase } from "./command-context.ts";
import type { Answer } from "./school-command.ts";
import { CommandError, escapeForTerminal } from "./terminal.ts";

interface ImportOptions {
  dryRun: boolean;
  /** A new file for the rows that are wrong; absent: all rows or nothing. */
  rest?: string;
  invite: boolean;
  columns?: readonly (PeopleColumn | null)[];
  encoding?: (typeof TABLE_ENCODINGS)[number];
  separator?: (typeof TABLE_SEPARATORS)[number];
  dates?: DateOrder;
  /** Whether letters that look wrong are taken as they are. */
  oddLetters: boolean;
  /** The name of a workbook's sheet; absent: the first that is not hidden. */
  sheet?: string;
  /** The number of the row of titles; absent: guessed. */
  titlesRow?: number;
}

const PROBLEMS = {
  "table/empty": "it is empty",
  "table/not_a_table": "it is no table; save it as CSV or XLSX",
  "table/old_excel": "it is of an old Excel or has a password; save it as XLSX or CSV",
  "table/no_workbook": "it is a zip file and no workbook",
  "table/damaged": "it is damaged",
  "table/encrypted": "it has a password; save it without one",
  "table/unknown_compression": "it is packed in a way that spreadsheets do not use",
  "table/wrong_encoding": "it is not written in this encoding; choose another with --encoding",
  "table/quote_not_closed": "a quotation mark is not closed",
  "table/too_many_rows": "it has more than 100,000 rows",
  "table/too_many_columns": "it has more than 200 columns",
  "table/long_cell": "a cell is longer than a spreadsheet takes",
  "table/too_large": "it inflates to more than any table of people, or takes too long to read",
} as const satisfies Record<TableProblem["code"], string>;

/** Which sheets and rows of a workbook are not read. */
const leftOutInWords = ({ table: { sheets, sheet }, hidden }: ImportFile): string => {
  const others = sheets.filter(({ name }) => name !== sheet).map(({ name }) => `"${name}"`);
  return [
    others.length > 0 && `Read: the sheet "${sheet}". Left out: ${others.join(", ")}.`,
    hidden.length > 0 && `Left out, as they are hidden: rows ${hidden.slice(0, 20).join(", ")}.`,
  ]
    .filter(Boolean)
    .join(" ");
};

/** The most wrong rows that are printed as text. */
const MAX_PRINTED = 50;

/** The rows are not all right, and nothing has been imported. */
class BadRowsError extends Error {}

const wrongInWords = ({ rows }: ImportCount): string[] =>
  rows
    .filter(({ kind }) => kind === "wrong")
    .slice(0, MAX_PRINTED)
    .map(({ row, name, errors }) =>
      escapeForTerminal(`Row ${row} (${name}): ${errorsInWords(errors, FALLBACK_LANGUAGE)}`),
    );

const answerOf = (count: ImportCount, isDone: boolean, counts = count.counts): Answer => {
  const { add, change, same, wrong } = counts;
  const words = isDone
    ? `Added: ${add}, changed: ${change}, as before: ${same}, left out: ${wrong}.`
    : `To add: ${add}, to change: ${change}, as before: ${same}, wrong: ${wrong}. Nothing has been changed.`;
  const data = { done: isDone, ...counts, rows: count.rows };
  const code = !isDone && wrong > 0 ? 1 : 0;
  return { data, text: [...wrongInWords(count), words].join("\n"), code };
};

const writeRest = async (to: string, file: ImportFile, rows: Iterable<RestRow>): Promise<void> => {
  const target = createWriteStream(to, { flags: "w", mode: 0o600 });
  await pipeline(restFile(file, rows, FALLBACK_LANGUAGE), target);
};

/** Imports people from a CSV or XLSX file; a dry run says what would happen. */
export const importUsers = async (
  given: string,
  environment: Environment,
  options: ImportOptions,
) => {
  const { dryRun, invite, columns, encoding, separator, dates, oddLetters, sheet, titlesRow } =
    options;
  const rest = options.rest === undefined ? null : path.resolve(options.rest);
  if (!existsSync(given)) throw new CommandError(`There is no file ${given}.`);
  if (rest !== null && existsSync(rest)) {
    throw new CommandError(`${options.rest} already exists. Choose another file, or delete it.`);
  }
  try {
    return await withDatabase(environment, async (database) => {
      const file = await openImportFile(database.read, given, {
        columns: columns ?? null,
        encoding: encoding ?? null,
        separator: separator ?? null,
        date_order: dates ?? null,
        odd_letters: oddLetters,
        sheet: sheet ?? null,
        titles_row: titlesRow ?? null,
      });
      const leftOut = leftOutInWords(file);
      if (leftOut !== "") process.stderr.write(`${escapeForTerminal(leftOut)}\n`);
      if (!namesPeople(file.columns)) {
        throw new CommandError(
          "No column is a username or an email address. Name the columns with --columns.",
        );
      }
      const context = async () => ({ ...(await commandContext(database)), level: ADMIN_LEVEL });
      const count = new ImportCount();
      if (dryRun) {
        const rows = planImportFile(database.read, file, await context());
        for await (const each of rows) count.add(each.map(({ planned }) => planned));
        return answerOf(count, false);
      }
      let checked = count;
      const run: ImportRun = {
        ...{ database, file, context, invites: invite },
        name: path.basename(given),
        onPlanned: async (plan) => {
          checked = plan.count;
          if (plan.wrong.size === 0) return;
          if (rest === null) throw new BadRowsError();
          // Before anything is imported, so that no row is lost.
          await writeRest(rest, file, plan.wrong.values());
        },
        // A command that is run again finds what it has written as it is to be.
        kept: async () => null,
        keep: async () => {},
        onProgress: () => {},
        signal: new AbortController().signal,
        // A server that runs meanwhile looks for other rights by itself.
        onRights: () => {},
      };
      try {
        const imported = await runImport(run);
        if (rest !== null && imported.wrong.size > 0) {
          await writeRest(rest, file, imported.wrong.values());
        }
        await endImport(run, imported, async () => {});
        return answerOf(imported.count, true, imported.soFar.counts);
      } catch (reason) {
        if (!(reason instanceof BadRowsError)) throw reason;
        return answerOf(checked, false);
      }
    });
  } catch (reason) {
    if (reason instanceof TableProblem) {
      const where = reason.row === null ? "" : ` (row ${reason.row})`;
      throw new CommandError(`The file cannot be read: ${PROBLEMS[reason.code]}${where}.`);
    }
    if (reason instanceof ImportRaceError) {
      throw new CommandError("Somebody has changed the same people meanwhile. Run it again.");
    }
    throw reason;
  }
};
