import { closeSync, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { Kysely } from "kysely";
import { migrate } from "../db/migrate.ts";
import type { Tables } from "../db/schema.ts";
import { sqliteDialect } from "../db/sqlite-dialect.ts";
import { PRIVATE_FILE } from "../store/private-files.ts";
import { BackupError, LEFT_OUT, type Manifest } from "./backup-format.ts";
import { type LogicalTable, readTables } from "./logical-schema.ts";
import { quoted, type Row, type Snapshot } from "./snapshot.ts";
import { sqliteRows } from "./sqlite-snapshot.ts";

const damaged = (what: string) => new BackupError(`The backup is damaged (${what}).`);

/**
 * A temporary SQLite file that receives the rows of a backup, in the tables of the backup's
 * version. Errors in the rows appear here, before the school is changed.
 */
export class StagedDatabase {
  readonly #file: string;
  readonly #connection: DatabaseSync;
  readonly #db: Kysely<Tables>;
  #tables = new Map<string, LogicalTable>();
  readonly #inserts = new Map<string, StatementSync>();

  /** @param file its path; nothing is there yet */
  constructor(file: string) {
    this.#file = file;
    closeSync(openSync(file, "wx", PRIVATE_FILE));
    this.#connection = new DatabaseSync(file);
    // A crash ends the restore, so nothing needs to survive one.
    this.#connection.exec("pragma journal_mode = off; pragma synchronous = off");
    this.#db = new Kysely<Tables>({ dialect: sqliteDialect(this.#connection) });
  }

  /** Creates the tables as they were when the backup was made. */
  async begin({ migrations, sequences }: Manifest): Promise<void> {
    this.#connection.exec("pragma foreign_keys = off");
    await migrate(this.#db, migrations);
    this.#connection.exec("begin");
    const tables = readTables(this.#connection);
    this.#tables = new Map(tables.map((table) => [table.name, table]));
    for (const { name } of tables) this.#connection.exec(`delete from ${quoted(name)}`);
    const insert = this.#connection.prepare(
      "insert into sqlite_sequence (name, seq) values (?, ?)",
    );
    this.#connection.exec("delete from sqlite_sequence");
    for (const [name, last] of Object.entries(sequences)) {
      if (this.#tables.has(name)) insert.run(name, last);
    }
  }

  add(tableName: string, rows: readonly Row[]): void {
    const table = this.#tables.get(tableName);
    if (!table || LEFT_OUT.has(tableName)) throw damaged(`a table ${tableName}`);
    const insert = this.#insertInto(table);
    for (const row of rows) {
      if (Object.keys(row).length !== table.columns.length) throw damaged(`a row of ${tableName}`);
      const values = table.columns.map((column) => {
        const value = row[column];
        if (value === undefined) throw damaged(`a row of ${tableName}`);
        return value;
      });
      try {
        insert.run(...values);
      } catch {
        throw damaged(`a row of ${tableName}`);
      }
    }
  }

  #insertInto({ name, columns }: LogicalTable): StatementSync {
    const known = this.#inserts.get(name);
    if (known) return known;
    const insert = this.#connection.prepare(
      `insert into ${quoted(name)} (${columns.map(quoted).join(", ")})
       values (${columns.map(() => "?").join(", ")})`,
    );
    this.#inserts.set(name, insert);
    return insert;
  }

  /** Checks the rows and brings the tables up to date. */
  async finish(): Promise<{ tables: LogicalTable[]; snapshot: Snapshot }> {
    this.#connection.exec("commit");
    const broken = this.#connection.prepare("pragma foreign_key_check").get();
    if (broken) throw damaged(`a row of ${broken.table} that refers to nothing`);
    await migrate(this.#db);
    return { tables: readTables(this.#connection), snapshot: sqliteRows(this.#connection) };
  }

  async discard(): Promise<void> {
    await this.#db.destroy();
    this.#connection.close();
    await rm(this.#file, { force: true });
  }
}
