import { access } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { BackupError } from "./backup-format.ts";
import { type Row, type Snapshot, selectFrom } from "./snapshot.ts";

const ROWS_AT_ONCE = 200;
const BUSY_TIMEOUT_MS = 10_000;

const readRows = (connection: DatabaseSync, sql: string): Record<string, unknown>[] =>
  connection.prepare(sql).all();

const readSnapshot = (connection: DatabaseSync, close: () => void): Snapshot => {
  const exists = (table: string): boolean =>
    connection.prepare("select 1 from sqlite_master where name = ?").get(table) !== undefined;
  const migrations = exists("kysely_migration")
    ? readRows(connection, "select name from kysely_migration order by name")
    : [];
  const sequences = exists("sqlite_sequence")
    ? readRows(connection, "select name, seq from sqlite_sequence")
    : [];
  return {
    migrations: migrations.map(({ name }) => String(name)),
    sequences: Object.fromEntries(sequences.map(({ name, seq }) => [String(name), Number(seq)])),
    async *rows(table) {
      let rows: Row[] = [];
      for (const row of connection.prepare(selectFrom(table)).iterate()) {
        rows.push(row as Row);
        if (rows.length < ROWS_AT_ONCE) continue;
        yield rows;
        rows = [];
      }
      if (rows.length > 0) yield rows;
    },
    close: async () => close(),
  };
};

/** Reads an open database, without a transaction that blocks the writes of the same connection. */
export const sqliteRows = (connection: DatabaseSync): Snapshot =>
  readSnapshot(connection, () => {});

/**
 * Opens a snapshot of a SQLite file: a read transaction, which does not block writes.
 * @throws BackupError when there is no such file
 */
export const openSqliteSnapshot = async (file: string): Promise<Snapshot> => {
  await access(file).catch(() => {
    throw new BackupError(`There is no school yet: ${file} does not exist.`);
  });
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    connection.exec("pragma query_only = on; begin");
    return readSnapshot(connection, () => {
      if (connection.isOpen) connection.close();
    });
  } catch (reason) {
    connection.close();
    throw reason;
  }
};
