import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/*
 * Copies the write-ahead log into the database, each time that it is asked to. See `write-ahead-log.ts`.
 */

const connection = new DatabaseSync(workerData as string);
// The log must be on the disk before its pages are copied, and these before the log is written anew.
connection.exec("pragma synchronous = full");
const copy = connection.prepare("pragma wal_checkpoint(passive)");

/** What SQLite says about the log; null if it cannot copy it, for example because the disk is full. */
const copyLog = () => {
  try {
    return copy.get();
  } catch {
    return null;
  }
};

parentPort?.on("message", () => parentPort?.postMessage(copyLog()));
