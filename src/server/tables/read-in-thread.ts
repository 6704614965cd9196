import { createLimitedThread, ThreadLimitError, type ThreadLimits } from "../limited-thread.ts";
import type { OpenedTable, TableOptions } from "./read-table.ts";
import { TableProblem, type TableRow } from "./table-format.ts";
import type { TableAnswer, TableToRead } from "./table-worker.ts";

/**
 * The limits of reading one table. A small workbook can pretend to be one of gigabytes. The time is from one part of
 * its rows to the next, and also how long the thread waits to be asked for it.
 */
export const TABLE_LIMITS: ThreadLimits = { megabytes: 512, seconds: 120 };

/** The answers of a thread that reads a table. @throws TableProblem */
async function* answersOf(table: TableToRead, limits: ThreadLimits): AsyncGenerator<TableAnswer> {
  const program = new URL("./table-worker.ts", import.meta.url);
  const thread = createLimitedThread(program, limits.seconds * 1000);
  try {
    for (let question: TableToRead | "next" = table; ; question = "next") {
      const answer = (await thread.ask(question, limits)) as TableAnswer;
      if ("problem" in answer) throw new TableProblem(answer.problem, answer.row);
      yield answer;
    }
  } catch (reason) {
    throw reason instanceof ThreadLimitError ? new TableProblem("table/too_large") : reason;
  } finally {
    await thread.end();
  }
}

async function* rowsOf(answers: AsyncIterable<TableAnswer>): AsyncGenerator<TableRow> {
  for await (const answer of answers) {
    if (!("rows" in answer)) continue;
    if (answer.rows.length === 0) return;
    yield* answer.rows;
  }
}

/**
 * Opens a file as a table, as `openTable` does. A thread of its own reads it: a hostile file would take all memory
 * or never end, and a large one would hold up students.
 * @throws TableProblem
 */
export const openTableInThread = async (
  file: string,
  options: TableOptions,
  limits: ThreadLimits = TABLE_LIMITS,
): Promise<OpenedTable> => {
  const answers = answersOf({ file, options }, limits);
  const { value } = await answers.next();
  if (!value || !("opened" in value)) throw new TableProblem("table/damaged");
  const { opened } = value;
  const { encoding, separator, sheet } = opened;
  // What was guessed once is not guessed again.
  const known: TableToRead = { file, options: { ...options, encoding, separator, sheet } };
  // The thread that has opened the table reads its rows the first time.
  let first: typeof answers | null = answers;
  const rows = () => {
    const taken = first ?? answersOf(known, limits);
    first = null;
    return rowsOf(taken);
  };
  return { ...opened, rows };
};
