import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { ReportingAnswer, ReportingQuery } from "./reporting-connection.ts";

/*
 * Answers the long queries of a school on SQLite, so that those of its students need not wait. See
 * `reporting-connection.ts`.
 */

const BUSY_MS = 5000;

const connection = new DatabaseSync(workerData as string, { readOnly: true, timeout: BUSY_MS });

const answerTo = ({ id, sql, parameters }: ReportingQuery): ReportingAnswer => {
  try {
    const rows = connection.prepare(sql).all(...(parameters as SQLInputValue[]));
    // A row has no prototype, which the other thread cannot be sent.
    return { id, rows: rows.map((row) => ({ ...row })) };
  } catch (reason) {
    return { id, failure: reason instanceof Error ? reason.message : String(reason) };
  }
};

parentPort?.on("message", (query: ReportingQuery) => parentPort?.postMessage(answerTo(query)));
