import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { isPostgres } from "../../db/is-postgres.ts";
import { sqliteFile } from "../../db/open-database.ts";
import { writeSetting } from "../../db/settings.ts";
import { type Found, found, type Patient } from "./checks.ts";

/** A write that takes longer makes people wait when many of them study. */
const SLOW_MS = 250;
const WRITES = 3;

/** A row that exists for this check. */
const WRITTEN = "doctor";

const isIntact = async (file: string, signal: AbortSignal): Promise<boolean> => {
  const worker = new Worker(new URL("./quick-check-worker.ts", import.meta.url), {
    workerData: file,
  });
  try {
    const [isGood] = await once(worker, "message", { signal });
    return isGood === true;
  } finally {
    await worker.terminate();
  }
};

/** How long a write takes until it is on the disk: the shortest of a few. */
const measureWrite = async ({ database, clock }: Patient): Promise<number> => {
  const times: number[] = [];
  for (let left = WRITES; left > 0; left -= 1) {
    const started = performance.now();
    await database.write((db) => writeSetting(db, WRITTEN, `${clock()} ${left}`));
    times.push(performance.now() - started);
  }
  return Math.ceil(Math.min(...times));
};

const versionOf = async ({ database: { read } }: Patient): Promise<string> => {
  if (!isPostgres(read)) {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(
      read,
    );
    return `SQLite ${rows[0]?.version ?? ""}`;
  }
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(read);
  return `PostgreSQL ${rows[0]?.server_version.split(" ", 1)[0] ?? ""}`;
};

/** Whether the database is intact, and how long a write takes. */
export const checkDatabase = async (patient: Patient): Promise<Found[]> => {
  const { environment, database, signal } = patient;
  const name = await versionOf(patient);
  const file = sqliteFile(environment.dataDir);
  // PostgreSQL verifies its pages itself.
  if (!isPostgres(database.read) && !(await isIntact(file, signal))) {
    return [found("staff-doctor.database-damaged", { file })];
  }
  const milliseconds = await measureWrite(patient);
  const code = milliseconds > SLOW_MS ? "staff-doctor.database-slow" : "staff-doctor.database-fine";
  return [found(code, { name, milliseconds })];
};
