import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { makePrivateFile, makePrivateFolder } from "../store/private-files.ts";
import type { Change } from "./change-feed.ts";
import { createGroupCommit } from "./group-commit.ts";
import { migrate } from "./migrate.ts";
import { ReportingConnection, reportingTables } from "./reporting-connection.ts";
import type { Tables } from "./schema.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { assertIntact } from "./sqlite-file.ts";
import { createCheckpoints, openWriteAheadLog, startWriteAheadLog } from "./write-ahead-log.ts";

/** The school's database, in SQLite or PostgreSQL, with up-to-date tables. */
export interface Database {
  /** For read-only queries. Sees committed data. */
  readonly read: Kysely<Tables>;
  /**
   * For read-only queries that may take long, such as those of reports: on SQLite in a thread of its own,
   * so that other calls are answered meanwhile. Sees committed data.
   */
  readonly reporting: Kysely<Tables>;
  /** Runs the work in a transaction. Resolves once it is on the disk. */
  write<Value>(work: (db: Kysely<Tables>) => Promise<Value>): Promise<Value>;
  /** Locks an account against other writes until the surrounding transaction ends. */
  lockAccount(db: Kysely<Tables>, accountId: number): Promise<void>;
  /**
   * A version that differs when another process may have changed the database without a call of
   * `onChange`; null while that is unknown.
   */
  changesOfOthers(): number | null;
  /** Calls back for the changes of any process in PostgreSQL, until the database is closed. */
  onChange(listener: (change: Change) => void): void;
  /** Whether the database can be read at this moment; answers within a second. */
  answers(): Promise<boolean>;
  /** Finishes the writes in progress, then closes. */
  close(): Promise<void>;
}

interface DatabaseOptions {
  /** How long a write waits for another program that has locked the SQLite file. */
  lockedMs?: number;
  /**
   * The timeout of a query on PostgreSQL. 0 is no timeout, for a command that moves whole tables.
   */
  queryTimeoutMs?: number;
}

const LOCKED_MS = 5000;
const QUERY_TIMEOUT_MS = 10_000;
/**
 * SQLite's own waiting for a lock blocks the process, so it is used only before the school is open.
 */
const BUSY_WHILE_OPENING_MS = 5000;
/** Readers of a write-ahead log find it locked only for moments. */
const BUSY_WHILE_READING_MS = 50;

const openSqlite = async (file: string, lockedMs: number): Promise<Database> => {
  await makePrivateFolder(path.dirname(file));
  // SQLite would let every account read it. Its log gets the permissions of the database.
  await makePrivateFile(file);
  const connect = () => {
    const connection = new DatabaseSync(file, { timeout: BUSY_WHILE_OPENING_MS });
    try {
      startWriteAheadLog(connection);
      connection.exec("pragma synchronous = full; pragma foreign_keys = on");
    } catch (reason) {
      connection.close();
      throw reason;
    }
    return connection;
  };
  const writing = connect();
  const write = new Kysely<Tables>({ dialect: sqliteDialect(writing) });
  try {
    assertIntact(writing, file);
    await migrate(write);
  } catch (reason) {
    writing.close();
    throw reason;
  }
  const reading = connect();
  writing.exec("pragma busy_timeout = 0");
  reading.exec(`pragma query_only = on; pragma busy_timeout = ${BUSY_WHILE_READING_MS}`);
  const read = new Kysely<Tables>({ dialect: sqliteDialect(reading) });
  const first = reading.prepare("select name from setting limit 1");
  first.get();
  const log = await openWriteAheadLog(file);
  const checkpoints = createCheckpoints(file, writing);
  const commits = createGroupCommit(writing, write, {
    lockedMs,
    sync: () => log.datasync(),
    checkpoint: () => checkpoints.copyIfLong(),
  });
  const version = writing.prepare("pragma data_version");
  const reporting = reportingTables(new ReportingConnection(file));
  return {
    read,
    reporting,
    write: (work) => commits.write(work),
    // Writes to SQLite already run one after another.
    lockAccount: async () => {},
    changesOfOthers: () => Number(Object.values(version.get() ?? {})[0]),
    onChange: () => {},
    answers: async () => {
      first.get();
      return true;
    },
    close: async () => {
      await commits.idle();
      await checkpoints.close();
      await reporting.destroy();
      await read.destroy();
      await write.destroy();
      await log.close();
      reading.close();
      writing.close();
    },
  };
};

export const sqliteFile = (dataDir: string): string => path.join(dataDir, "school.db");

/**
 * Opens the database and brings its tables up to date.
 * @param url a PostgreSQL address; null for the embedded SQLite in `dataDir/school.db`
 */
export const openDatabase = async (
  dataDir: string,
  url: string | null,
  { lockedMs = LOCKED_MS, queryTimeoutMs = QUERY_TIMEOUT_MS }: DatabaseOptions = {},
): Promise<Database> => {
  if (!url) return openSqlite(sqliteFile(dataDir), lockedMs);
  // A school on SQLite does not load the driver.
  const { openPostgres } = await import("./open-postgres.ts");
  return openPostgres(url, queryTimeoutMs);
};
