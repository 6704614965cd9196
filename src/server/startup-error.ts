import { DatabaseUnavailableError } from "./db/database-unavailable.ts";
import { sqliteFile } from "./db/open-database.ts";
import { isDamaged, isForbidden, isLocked, isStorageFull } from "./db/sqlite-file.ts";
import { NoWriteAheadLogError } from "./db/write-ahead-log.ts";
import type { Environment } from "./school/settings/environment.ts";
import { TlsError } from "./school/settings/tls.ts";
import { StoreSettingsError, StoreUnavailableError } from "./store/store-errors.ts";

type Failure = { code?: unknown; syscall?: unknown; path?: unknown; message?: unknown };
type Settings = Pick<Environment, "port" | "host" | "dataDir" | "uploadsDir" | "databaseUrl">;

const listening = (code: unknown, { port, host }: Settings): string | null => {
  if (code === "EADDRINUSE") {
    return `Port ${port} is already in use. Set PORT to another port, or stop the program that uses it.`;
  }
  if (code === "EACCES") {
    return `You do not have permission to use port ${port}. Set PORT to a higher port.`;
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `This machine does not have the address ${host}. Set HOST to one of its addresses.`;
  }
  return null;
};

/** Node reports a missing folder when it cannot create one on a write-protected disk. */
const NOT_WRITABLE = ["EACCES", "EPERM", "EROFS", "ENOENT"];

const onDisk = (
  { code, path }: Failure,
  { dataDir, uploadsDir }: Pick<Settings, "dataDir" | "uploadsDir">,
): string | null => {
  if (typeof path !== "string") return null;
  const isUpload = uploadsDir !== undefined && path.startsWith(uploadsDir);
  if (!isUpload && !path.startsWith(dataDir)) return null;
  const setting = isUpload ? "UPLOADS_DIR" : "DATA_DIR";
  if (NOT_WRITABLE.includes(String(code))) {
    return `The school may not write to ${path}. Let its user write there, or set ${setting} to another folder.`;
  }
  if (code === "ENOTDIR" || code === "EEXIST") {
    return `${path} cannot be used as a folder. Set ${setting} to a folder, or remove the file that is in its place.`;
  }
  return null;
};

const inSqlite = (reason: unknown, dataDir: string): string | null => {
  const file = sqliteFile(dataDir);
  if (isDamaged(reason)) {
    return `The database ${file} is damaged. Move it away, and restore the last backup: npm run school -- restore FILE.`;
  }
  if (isLocked(reason)) {
    return `Another program keeps the database ${file} locked. Stop that program, and try again.`;
  }
  if (reason instanceof NoWriteAheadLogError) {
    return `The disk of ${file} cannot hold the database's log, as is common for a folder on another machine. Set DATA_DIR to a folder on a disk of this machine, or use PostgreSQL by DATABASE_URL.`;
  }
  if (isForbidden(reason)) {
    return `The database ${file} cannot be opened for writing. Let the school's user write to this file and its folder.`;
  }
  return null;
};

const withoutPassword = (databaseUrl: string): string => {
  const url = new URL(databaseUrl);
  url.password = "";
  return url.href;
};

const inPostgres = (reason: unknown, databaseUrl: string): string | null => {
  const address = withoutPassword(databaseUrl);
  if (reason instanceof DatabaseUnavailableError) {
    return `The database at DATABASE_URL does not answer. Start PostgreSQL, or correct the address ${address}.`;
  }
  const { code } = (reason ?? {}) as Failure;
  if (code === "3D000") {
    return `The database of ${address} does not exist. Create it, or correct DATABASE_URL.`;
  }
  if (code === "28P01" || code === "28000") {
    return `PostgreSQL refuses the user or the password of ${address}. Correct DATABASE_URL.`;
  }
  return null;
};

/** A sentence that says why a server could not start, and what to do about it. */
export const startupError = (reason: unknown, settings: Settings): string => {
  const isSentence =
    reason instanceof TlsError ||
    reason instanceof StoreSettingsError ||
    reason instanceof StoreUnavailableError;
  if (isSentence) return reason.message;
  const failure = (reason ?? {}) as Failure;
  const { dataDir, databaseUrl } = settings;
  const isListening = failure.syscall === "listen" || failure.syscall === "getaddrinfo";
  const known =
    (databaseUrl ? inPostgres(reason, databaseUrl) : inSqlite(reason, dataDir)) ??
    (isListening ? listening(failure.code, settings) : onDisk(failure, settings));
  if (known) return known;
  if (isStorageFull(reason)) {
    return `The disk of ${dataDir} is full. Free some space, or set DATA_DIR to a folder on another disk.`;
  }
  return `The school could not start: ${reason instanceof Error ? reason.message : String(reason)}`;
};
