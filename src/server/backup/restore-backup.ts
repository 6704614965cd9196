import { randomUUID } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { type Kysely, sql } from "kysely";
import type { Actor } from "../../domain/audit.ts";
import { chunks } from "../../lib/chunks.ts";
import { recordChange } from "../audit/record-change.ts";
import { isPostgres } from "../db/is-postgres.ts";
import type { Database } from "../db/open-database.ts";
import type { Tables } from "../db/schema.ts";
import type { SchoolFolders } from "../school/settings/environment.ts";
import { makePrivateFolder } from "../store/private-files.ts";
import type { Store } from "../store/store.ts";
import { holdFiles } from "../store/unused-files.ts";
import { rebuildSearchIndex } from "../study/search-index.ts";
import { KEPT_TABLES, type Manifest } from "./backup-format.ts";
import type { LogicalTable } from "./logical-schema.ts";
import { readBackup } from "./read-backup.ts";
import type { Row, Snapshot } from "./snapshot.ts";
import { StagedDatabase } from "./staged-database.ts";
import { createStagedFiles } from "./staged-files.ts";

interface RestoredBackup {
  /** When the backup was made, an ISO date. */
  created: string;
  /** The number of rows by table. */
  rows: Record<string, number>;
  /** The number of files, of the content and sent by people. */
  files: number;
}

const STAGED = /^restore-[\da-f-]{36}\.db(-journal)?$/;

/** The values of one statement. Both databases take at least twice as many. */
const MAX_VALUES = 15_000;
const MAX_ROWS = 200;

/** PostgreSQL rejects text with a zero character, which SQLite stores. */
const withoutZeros = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "string" ? value.replaceAll("\0", "\ufffd") : value,
    ]),
  );

const insertRows = async (
  db: Kysely<Tables>,
  { name, columns }: LogicalTable,
  given: readonly Row[],
): Promise<void> => {
  const rows = isPostgres(db) ? given.map(withoutZeros) : given;
  const most = Math.max(1, Math.min(MAX_ROWS, Math.floor(MAX_VALUES / columns.length)));
  for (const values of chunks(rows, most)) {
    await db
      .insertInto(name as keyof Tables)
      .values(values as never)
      .execute();
  }
};

/** Ids that were assigned before or after the backup are never assigned again. */
const continueSequence = async (db: Kysely<Tables>, table: string, last: number) => {
  if (isPostgres(db)) {
    await sql`select setval(s, greatest(${last}, coalesce(pg_sequence_last_value(s::regclass), 1)))
      from pg_get_serial_sequence(${table}, 'id') s where s is not null`.execute(db);
    return;
  }
  await sql`insert into sqlite_sequence (name, seq) select ${table}, 0
    where not exists (select 1 from sqlite_sequence where name = ${table})`.execute(db);
  await sql`update sqlite_sequence set seq = max(seq, ${last}) where name = ${table}`.execute(db);
};

/** Replaces all rows of a school; call within a write. */
const replaceRows = async (
  db: Kysely<Tables>,
  tables: readonly LogicalTable[],
  snapshot: Snapshot,
): Promise<Record<string, number>> => {
  // A large table takes longer than the query timeout.
  if (isPostgres(db)) await sql`set local statement_timeout = 0`.execute(db);
  for (const { name } of tables.toReversed()) {
    if (KEPT_TABLES.has(name)) continue;
    await db.deleteFrom(name as keyof Tables).execute();
  }
  const counts: Record<string, number> = {};
  for (const table of tables) {
    let count = 0;
    for await (const rows of snapshot.rows(table)) {
      await insertRows(db, table, rows);
      count += rows.length;
    }
    if (count > 0) counts[table.name] = count;
  }
  for (const [name, last] of Object.entries(snapshot.sequences)) {
    await continueSequence(db, name, last);
  }
  // The index is built from the texts and differs between the databases.
  await rebuildSearchIndex(db);
  return counts;
};

/** Deletes the remains of a restore that was killed. */
const sweep = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir)) {
    if (STAGED.test(name)) await rm(path.join(dataDir, name), { force: true });
  }
};

/**
 * Replaces a school by the one in a backup, all or nothing: the whole backup is verified first, the
 * files are put in their places next, and one transaction replaces the database's rows. A server may
 * be running meanwhile.
 * @param open opens the school's database and store; called once the backup has been verified
 * @throws BackupError, or the error of the database or the disk; then the school is unchanged
 */
export const restoreBackup = async (
  file: string,
  folders: SchoolFolders,
  open: () => Promise<{ database: Database; store: Store }>,
  actor: Actor,
  now: number,
): Promise<RestoredBackup> => {
  const { dataDir } = folders;
  await makePrivateFolder(dataDir);
  await sweep(dataDir);
  const files = createStagedFiles(folders);
  const staged = new StagedDatabase(path.join(dataDir, `restore-${randomUUID()}.db`));
  const checksums: string[] = [];
  let created = "";
  try {
    await files.begin();
    await readBackup(file, {
      begin: async (manifest: Manifest) => {
        created = manifest.created;
        await staged.begin(manifest);
      },
      rows: async (table, rows) => staged.add(table, rows),
      file: async (folder, name, bytes) => {
        if (folder === "files") checksums.push(name);
        await files.add({ folder, name }, bytes);
      },
    });
    const { tables, snapshot } = await staged.finish();
    const { database, store } = await open();
    try {
      // From here on, a running server does not delete them as unused.
      await holdFiles(database, checksums);
      await files.keep(store);
      const name = path.basename(file);
      const restored = { action: "restored", kind: "backup", subject: name, name } as const;
      const rows = await database.write(async (db) => {
        const counts = await replaceRows(db, tables, snapshot);
        await recordChange(db, now, { actor, ...restored, details: { created } });
        return counts;
      });
      return { created, rows, files: files.count() };
    } finally {
      await database.close();
    }
  } finally {
    await files.discard();
    await staged.discard();
  }
};
