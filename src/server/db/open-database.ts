import { mkdir } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely, PostgresDialect } from "kysely";
import { GroupCommit } from "./group-commit.ts";
import { migrate } from "./migrate.ts";
import type { Tables } from "./schema.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";

/** The school's database, in SQLite or PostgreSQL, with up-to-date tables. */
export interface Database {
  /** For read-only queries. Sees committed data. */
  readonly read: Kysely<Tables>;
  /** Runs the work in a transaction. Resolves once it is on the disk. */
  write<Value>(work: (db: Kysely<Tables>) => Promise<Value>): Promise<Value>;
  /** Locks an account against other writes until the surrounding transaction ends. */
  lockAccount(db: Kysely<Tables>, accountId: number): Promise<void>;
  /** Finishes the writes in progress, then closes. */
  close(): Promise<void>;
}

const BUSY_TIMEOUT_MS = 5000;

const openSqlite = async (file: string): Promise<Database> => {
  await mkdir(path.dirname(file), { recursive: true });
  const connect = () => {
    const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    connection.exec(
      "pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on",
    );
    return connection;
  };
  const writing = connect();
  const write = new Kysely<Tables>({ dialect: sqliteDialect(writing) });
  try {
    await migrate(write);
  } catch (reason) {
    writing.close();
    throw reason;
  }
  const reading = connect();
  reading.exec("pragma query_only = on");
  const read = new Kysely<Tables>({ dialect: sqliteDialect(reading) });
  const commits = new GroupCommit(writing, write);
  return {
    read,
    write: (work) => commits.write(work),
    // Writes to SQLite already run one after another.
    lockAccount: async () => {},
    close: async () => {
      await commits.idle();
      await read.destroy();
      await write.destroy();
      reading.close();
      writing.close();
    },
  };
};

const INT8 = 20;

const openPostgres = async (url: string): Promise<Database> => {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    types: {
      // The driver returns 64-bit integers as text. Counts and milliseconds fit a number exactly.
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
    } as typeof pg.types,
  });
  // The pool replaces an idle connection that breaks at the next use.
  pool.on("error", () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db);
  } catch (reason) {
    await db.destroy();
    throw reason;
  }
  return {
    read: db,
    write: (work) => db.transaction().execute(work),
    lockAccount: async (inside, accountId) => {
      await inside
        .selectFrom("account")
        .select("id")
        .where("id", "=", accountId)
        .forUpdate()
        .execute();
    },
    close: () => db.destroy(),
  };
};

/**
 * Opens the database and brings its tables up to date.
 * @param url a PostgreSQL address; null for the embedded SQLite in `dataDir/school.db`
 */
export const openDatabase = (dataDir: string, url: string | null): Promise<Database> =>
  url ? openPostgres(url) : openSqlite(path.join(dataDir, "school.db"));
