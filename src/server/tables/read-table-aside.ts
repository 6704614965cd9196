import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { OpenedTable, TableOptions } from "./read-table.ts";
import { TableProblem, type TableRow } from "./table-format.ts";
import type { TableAnswer, TableToRead } from "./table-worker.ts";

/** The limits of reading one table. A small workbook can pretend to be one of gigabytes. */
export interface TableLimits {
  readonly megabytes: number;
  /** From one part of its rows to the next. */
  readonly seconds: number;
}

export const TABLE_LIMITS: TableLimits = { megabytes: 512, seconds: 120 };

const isOutOfMemory = (reason: unknown): boolean =>
  reason instanceof Error && "code" in reason && reason.code === "ERR_WORKER_OUT_OF_MEMORY";

/** The answers of a thread that reads a table. @throws TableProblem */
async function* answersOf(table: TableToRead, limits: TableLimits): AsyncGenerator<TableAnswer> {
  const worker = new Worker(new URL("./table-worker.ts", import.meta.url), {
    workerData: table,
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
  });
  const timeLimit = () => AbortSignal.timeout(limits.seconds * 1000);
  try {
    for (;;) {
      const answered = once(worker, "message", { signal: timeLimit() });
      worker.postMessage("next");
      const [answer] = (await answered) as [TableAnswer];
      if ("problem" in answer) throw new TableProblem(answer.problem, answer.row);
      yield answer;
    }
  } catch (reason) {
    const isTooSlow = reason instanceof Error && reason.name === "AbortError";
    throw isTooSlow || isOutOfMemory(reason) ? new TableProblem("table/too_large") : reason;
  } finally {
    await worker.terminate();
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
export const openTableAside = async (
  file: string,
  options: TableOptions,
  limits: TableLimits = TABLE_LIMITS,
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
  const unused = setTimeout(() => void answers.return(undefined), limits.seconds * 1000).unref();
  const rows = () => {
    clearTimeout(unused);
    const taken = first ?? answersOf(known, limits);
    first = null;
    return rowsOf(taken);
  };
  return { ...opened, rows };
};
