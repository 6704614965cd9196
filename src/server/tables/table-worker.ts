import { parentPort } from "node:worker_threads";
import { type OpenedTable, openTable, type TableOptions } from "./read-table.ts";
import { TableProblem, type TableProblemCode, type TableRow } from "./table-format.ts";

/*
 * Reads one table. See `read-in-thread.ts`.
 */

/** What the thread is given. */
export interface TableToRead {
  readonly file: string;
  readonly options: TableOptions;
}

/** What it answers: the table, and then, each time it is asked for more, some rows, at last none. */
export type TableAnswer =
  | { readonly opened: Omit<OpenedTable, "rows"> }
  | { readonly rows: readonly TableRow[] }
  | { readonly problem: TableProblemCode; readonly row: number | null };

const MAX_ROWS = 500;
/** So that a few long rows do not fill the memory. */
const MAX_CHARACTERS = 1024 * 1024;

async function* inParts(rows: AsyncIterable<TableRow>): AsyncGenerator<readonly TableRow[]> {
  let part: TableRow[] = [];
  let characters = 0;
  for await (const row of rows) {
    part.push(row);
    characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (part.length < MAX_ROWS && characters < MAX_CHARACTERS) continue;
    yield part;
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield part;
}

async function* answers({ file, options }: TableToRead): AsyncGenerator<TableAnswer> {
  try {
    const { rows, ...opened } = await openTable(file, options);
    yield { opened };
    for await (const part of inParts(rows())) yield { rows: part };
    yield { rows: [] };
  } catch (reason) {
    if (!(reason instanceof TableProblem)) throw reason;
    yield { problem: reason.code, row: reason.row };
  }
}

let answer: AsyncGenerator<TableAnswer> | undefined;
parentPort?.on("message", async (question: TableToRead | "next") => {
  if (question !== "next") answer = answers(question);
  if (!answer) throw new Error("No table is open");
  const { value } = await answer.next();
  parentPort?.postMessage(value);
});
