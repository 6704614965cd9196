import { existsSync } from "node:fs";
import { readdir, statfs } from "node:fs/promises";
import { isIP } from "node:net";
import path from "node:path";
import { connect } from "node:tls";
import { sql } from "kysely";
import * as v from "valibot";
import type { CheckName, FindingCode, FindingState } from "../../../domain/doctor.ts";
import { readLastBackup } from "../../backup/last-backup.ts";
import { readBackups } from "../../backup/scheduled-backups.ts";
import { isPostgres } from "../../db/is-postgres.ts";
import { migrationNames } from "../../db/migrate.ts";
import { verifyMailServer } from "../../mailer.ts";
import { type Environment, uploadsDirOf } from "../../school/settings/environment.ts";
import { readTls } from "../../school/settings/tls.ts";
import type { Services } from "../../services.ts";
import { findDamagedFiles } from "../../store/check-files.ts";

/** What a check has found. The message says what is wrong, and what to do. */
export interface Finding {
  readonly check: CheckName;
  readonly state: FindingState;
  /** The id of its message. */
  readonly code: FindingCode;
  readonly values: Readonly<Record<string, string>>;
}

/** What a check has found, without its name. */
export type Found = Pick<Finding, "code" | "values">;

/** @param values for the message's placeholders */
export const found = (
  code: FindingCode,
  values: Readonly<Record<string, string | number>> = {},
): Found => ({
  code,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
});

/** The school that is checked. */
export interface Patient extends Pick<Services, "database" | "store" | "clock" | "webDir"> {
  /** The settings that hold. */
  readonly environment: Environment;
  /** Aborts when the check takes too long. */
  readonly signal: AbortSignal;
}

const health = v.object({ status: v.string() });

/** Whether the address that students use leads to this program. */
export const checkAddress = async ({ environment, signal }: Patient): Promise<Found> => {
  const { publicUrl } = environment;
  if (publicUrl === null) return found("staff-doctor.address-none");
  try {
    const answer = await fetch(`${publicUrl}/health`, { signal, redirect: "error" });
    const isOurs = v.is(health, await answer.json().catch(() => null));
    const code = isOurs ? "staff-doctor.address-fine" : "staff-doctor.address-other";
    return found(code, { address: publicUrl });
  } catch (reason) {
    signal.throwIfAborted();
    const { cause, message } = reason as Error;
    const why = cause instanceof Error ? cause.message : message;
    return found("staff-doctor.address-away", { address: publicUrl, reason: why });
  }
};

const HOUR_MS = 3_600_000;
const OLD_DAYS = 7;

export const checkBackup = async ({ database, clock }: Patient): Promise<Found> => {
  const last = await readLastBackup(database.read);
  const { failed } = await readBackups(database.read);
  if (failed) return found("staff-doctor.backup-failed", { problem: failed.problem });
  if (!last) return found("staff-doctor.backup-none");
  const days = Math.max(0, Math.floor((clock() - last.at) / HOUR_MS / 24));
  const megabytes = (last.bytes / 1e6).toFixed(1);
  const code = days > OLD_DAYS ? "staff-doctor.backup-old" : "staff-doctor.backup-fine";
  return found(code, { days, megabytes });
};

/** Codes of an authenticator app hold for half a minute, and a header names whole seconds. */
const OFF_MS = 5000;
const WRONG_MS = 60_000;

/** The time of the database's machine; null for a database on this one. */
const timeOfDatabase = async ({ database: { read } }: Patient): Promise<number | null> => {
  if (!isPostgres(read)) return null;
  const { rows } = await sql<{ now: string | number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000) as now`.execute(read);
  return Number(rows[0]?.now);
};

/** The time of the server at the public address, such as a proxy; null if it does not answer. */
const timeOfAddress = async ({ environment, signal }: Patient): Promise<number | null> => {
  if (environment.publicUrl === null) return null;
  try {
    const { headers } = await fetch(`${environment.publicUrl}/health`, { method: "HEAD", signal });
    const time = Date.parse(headers.get("date") ?? "");
    return Number.isNaN(time) ? null : time;
  } catch {
    return null;
  }
};

/** How far a clock is from this one, at the moment at which it tells its time; null if there is none. */
const differenceFrom = async (
  patient: Patient,
  timeOf: (patient: Patient) => Promise<number | null>,
): Promise<number | null> => {
  const time = await timeOf(patient);
  return time === null ? null : Math.abs(patient.clock() - time);
};

/** Compares the clock with those of other machines that the school knows. */
export const checkClock = async (patient: Patient): Promise<Found> => {
  const others = [
    await differenceFrom(patient, timeOfDatabase),
    await differenceFrom(patient, timeOfAddress),
  ];
  const differences = others.filter((difference) => difference !== null);
  if (differences.length === 0) return found("staff-doctor.clock-alone");
  const most = Math.max(...differences);
  const values = { seconds: Math.round(most / 1000) };
  if (most < OFF_MS) return found("staff-doctor.clock-fine", values);
  return found(most < WRONG_MS ? "staff-doctor.clock-off" : "staff-doctor.clock-wrong", values);
};

/** How many missing files are named. */
const NAMED = 5;

/** Whether there is something to study, and whether all files are there that the database names. */
export const checkContent = async ({ database, store }: Patient): Promise<Found[]> => {
  const { read } = database;
  const { count } = await read
    .selectFrom("lesson")
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  const { files, damaged } = await findDamagedFiles(database, store, false);
  const missing = await Promise.all(damaged.slice(0, NAMED).map((key) => store.describe(key)));
  const lessons = Number(count);
  const content =
    lessons === 0
      ? found("staff-doctor.content-none")
      : found("staff-doctor.content-fine", { lessons, files });
  if (missing.length === 0) return [content];
  const values = { count: damaged.length, files: missing.join(", ") };
  return [content, found("staff-doctor.content-missing", values)];
};

/** Below so many times the reserve it is time to do something. */
const LOW_FACTOR = 2;

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);

const checkFolder = async (folder: string, percent: number): Promise<Found> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const values = { free: gigabytes(free), folder };
  // Some file systems have no size of their own.
  if (blocks === 0) return found("staff-doctor.disk-fine", values);
  const reserve = (blocks * bsize * percent) / 100;
  if (free < reserve) return found("staff-doctor.disk-reserve", values);
  const isLow = free < LOW_FACTOR * reserve;
  return found(isLow ? "staff-doctor.disk-low" : "staff-doctor.disk-fine", values);
};

/** Whether the disks of the database and of the files have room. */
export const checkDisk = async ({ environment }: Patient): Promise<Found[]> => {
  const folders = new Set([environment.dataDir, uploadsDirOf(environment)]);
  const all = await Promise.all(
    [...folders].map(async (folder) => {
      try {
        return await checkFolder(folder, environment.uploadsReserve);
      } catch (reason) {
        // The folder of what people send appears with the first server.
        if ((reason as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw reason;
      }
    }),
  );
  const present = all.filter((one) => one !== null);
  const isOneDisk = new Set(present.map(({ code, values }) => `${code} ${values.free}`)).size === 1;
  return isOneDisk ? present.slice(0, 1) : present;
};

/** Mail that has waited for longer is worth a word. */
const LATE_MS = 3_600_000;

/** How many mails lie in the folder for mail that no server takes. */
const countOutbox = async (dataDir: string): Promise<number> => {
  try {
    return (await readdir(path.join(dataDir, "outbox"))).length;
  } catch {
    return 0;
  }
};

const checkServer = async ({ environment }: Patient): Promise<Found> => {
  const { smtpUrl, dataDir } = environment;
  if (smtpUrl === null)
    return found("staff-doctor.mail-none", { count: await countOutbox(dataDir) });
  const { host } = new URL(smtpUrl);
  const problem = await verifyMailServer(smtpUrl);
  return problem === null
    ? found("staff-doctor.mail-fine", { server: host })
    : found("staff-doctor.mail-away", { server: host, reason: problem });
};

const countRows = async ({ database: { read }, clock }: Patient) => {
  const waiting = await read
    .selectFrom("news_due")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("tries", ">", 0)
    .where("since", "<", clock() - LATE_MS)
    .executeTakeFirstOrThrow();
  const refused = await read
    .selectFrom("news_choice")
    .innerJoin("account", "account.id", "news_choice.account_id")
    .select(({ fn }) => fn.countAll().as("count"))
    .whereRef("refused", "=", "account.email")
    .executeTakeFirstOrThrow();
  return { waiting: Number(waiting.count), refused: Number(refused.count) };
};

/** Whether the mail server takes the school's mails, and whether people get theirs. */
export const checkMail = async (patient: Patient): Promise<Found[]> => {
  const server = await checkServer(patient);
  const { waiting, refused } = await countRows(patient);
  return [
    server,
    ...(waiting > 0 ? [found("staff-doctor.mail-waiting", { count: waiting })] : []),
    ...(refused > 0 ? [found("staff-doctor.mail-refused", { count: refused })] : []),
  ];
};

/** The version of Node that the project is built for. */
const NODE_MAJOR = 26;

/** Whether program, database, web app and Node belong together. */
export const checkVersions = async ({ database, webDir }: Patient): Promise<Found[]> => {
  const migrations = sql<{ name: string }>`select name from kysely_migration`;
  const names = (await migrations.execute(database.read)).rows.map(({ name }) => name);
  const known = new Set(await migrationNames());
  const unknown = names.filter((name) => !known.has(name));
  const { node } = process.versions;
  const problems: Found[] = [];
  if (unknown.length > 0) {
    problems.push(found("staff-doctor.versions-database", { names: unknown.join(", ") }));
  }
  if (!existsSync(path.join(webDir, "index.html"))) {
    problems.push(found("staff-doctor.versions-app"));
  }
  if (Number.parseInt(node, 10) < NODE_MAJOR) {
    problems.push(found("staff-doctor.versions-node", { node, major: NODE_MAJOR }));
  }
  if (problems.length > 0) return problems;
  const [migration = ""] = names.toSorted().slice(-1);
  return [found("staff-doctor.versions-fine", { node, migration })];
};

/** Certificates are renewed a month before their end, so that something has failed by then. */
const SOON_DAYS = 14;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

const judge = (until: number, now: number): Found => {
  const days = Math.floor((until - now) / HOUR_MS / 24);
  if (until < now) return found("staff-doctor.certificate-over", { days: -days });
  const isSoon = days < SOON_DAYS;
  return found(isSoon ? "staff-doctor.certificate-ends" : "staff-doctor.certificate-fine", {
    days,
  });
};

/** When the certificate of a server ends, whoever has issued it. */
const endOfServer = ({ hostname, port }: URL, signal: AbortSignal): Promise<number> =>
  new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, "");
    const socket = connect({
      host,
      port: Number(port || 443),
      servername: isIP(host) === 0 ? host : "",
      // The address is checked elsewhere, and a certificate that is over would not be read otherwise.
      rejectUnauthorized: false,
    });
    const end = () => socket.destroy(signal.reason);
    signal.addEventListener("abort", end);
    socket.once("secureConnect", () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once("error", reject);
    socket.once("close", () => signal.removeEventListener("abort", end));
  });

/** For how long the certificate holds: the school's own, or that of the proxy before it. */
export const checkCertificate = async ({ environment, clock, signal }: Patient): Promise<Found> => {
  const { tls, publicUrl } = environment;
  if (tls) {
    const read = await readTls(tls);
    if (!read.ok) return found("staff-doctor.certificate-unread", { reason: read.failure });
    return judge(read.value.until, clock());
  }
  const url = publicUrl === null ? null : new URL(publicUrl);
  if (url?.protocol === "https:") {
    try {
      return judge(await endOfServer(url, signal), clock());
    } catch (reason) {
      signal.throwIfAborted();
      return found("staff-doctor.certificate-unread", { reason: (reason as Error).message });
    }
  }
  const isLocal = LOOPBACK.test(url?.hostname ?? environment.host);
  return found(isLocal ? "staff-doctor.certificate-local" : "staff-doctor.certificate-none");
};
