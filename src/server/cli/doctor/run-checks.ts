import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { CHECKS, type CheckName, FINDING_STATES } from "../../../domain/doctor.ts";
import { isPostgres } from "../../db/is-postgres.ts";
import { sqliteFile } from "../../db/open-database.ts";
import { writeSetting } from "../../db/settings.ts";
import {
  checkAddress,
  checkBackup,
  checkCertificate,
  checkClock,
  checkContent,
  checkDisk,
  checkMail,
  checkVersions,
  type Finding,
  type Found,
  found,
  type Patient,
} from "./checks.ts";

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
  const query = isPostgres(read)
    ? sql<{ version: string }>`select current_setting('server_version') as version`
    : sql<{ version: string }>`select sqlite_version() as version`;
  const { rows } = await query.execute(read);
  const [number = ""] = rows[0]?.version.split(" ", 1) ?? [];
  return `${isPostgres(read) ? "PostgreSQL" : "SQLite"} ${number}`;
};

const checkDatabase = async (patient: Patient): Promise<Found> => {
  const { environment, database, signal } = patient;
  const name = await versionOf(patient);
  const file = sqliteFile(environment.dataDir);
  // PostgreSQL verifies its pages itself.
  if (!isPostgres(database.read) && !(await isIntact(file, signal))) {
    return found("staff-doctor.database-damaged", { file });
  }
  const milliseconds = await measureWrite(patient);
  const code = milliseconds > SLOW_MS ? "staff-doctor.database-slow" : "staff-doctor.database-fine";
  return found(code, { name, milliseconds });
};

const LIMIT_MS = 10_000;

type Check = (patient: Patient) => Promise<Found | Found[]>;

const ALL: Readonly<Record<CheckName, Check>> = {
  disk: checkDisk,
  database: checkDatabase,
  mail: checkMail,
  clock: checkClock,
  certificate: checkCertificate,
  address: checkAddress,
  content: checkContent,
  backup: checkBackup,
  versions: checkVersions,
};

/** Runs a check for as long as it may take. What it has not found by then is not waited for. */
const runOne = async (
  name: CheckName,
  patient: Omit<Patient, "signal">,
  limitMs: number,
): Promise<Found[]> => {
  const controller = new AbortController();
  const { promise: late, resolve } = Promise.withResolvers<Found>();
  const timer = setTimeout(() => {
    resolve(found("staff-doctor.check-slow", { seconds: Math.round(limitMs / 1000) }));
    controller.abort(new Error("The check takes too long"));
  }, limitMs);
  const checking = ALL[name]({ ...patient, signal: controller.signal }).catch((reason: unknown) =>
    found("staff-doctor.check-failed", {
      reason: reason instanceof Error ? reason.message : String(reason),
    }),
  );
  const all = await Promise.race([checking, late]).finally(() => clearTimeout(timer));
  return [all].flat();
};

/**
 * Checks a school: what is fine, and what is to be done. Each check has a time limit of its own.
 * @param names absent: all checks
 */
export const runChecks = async (
  patient: Omit<Patient, "signal">,
  { names = CHECKS, limitMs = LIMIT_MS }: { names?: readonly CheckName[]; limitMs?: number } = {},
): Promise<Finding[]> => {
  const all = await Promise.all(
    names.map(async (check) =>
      (await runOne(check, patient, limitMs)).map((one) => ({
        check,
        state: FINDING_STATES[one.code],
        ...one,
      })),
    ),
  );
  return all.flat();
};
