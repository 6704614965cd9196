import { type Kysely, sql } from "kysely";
import { CHECKSUM } from "../../contract/checksum.ts";
import { chunks } from "../../lib/chunks.ts";
import type { Database } from "../db/open-database.ts";
import type { Tables } from "../db/schema.ts";
import { contentFile, type Store } from "./store.ts";

const ROWS_AT_ONCE = 500;

const inBatches = async (
  checksums: Iterable<string>,
  work: (some: string[]) => Promise<unknown>,
): Promise<void> => {
  for (const some of chunks([...checksums], ROWS_AT_ONCE)) await work(some);
};

const without = (all: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...all].filter((each) => !others.has(each));

const unmark = (db: Kysely<Tables>, checksums: Iterable<string>): Promise<void> =>
  inBatches(checksums, (some) =>
    db.deleteFrom("unused_file").where("checksum", "in", some).execute(),
  );

/**
 * Protects the files of an import from `sweepUnusedFiles`. Call it before the import checks which
 * files exist. From then on, none of them is deleted for as long as unused files are kept.
 */
export const holdFiles = (database: Database, checksums: Iterable<string>): Promise<void> =>
  database.write((db) => unmark(db, checksums));

/** The columns that name content files. */
const NAMES = [
  "file.checksum",
  "picture_variant.checksum",
  "source_file.checksum",
  "source_change.before",
  "source_change.after",
  "source_translation.original",
] as const;

const named = (db: Kysely<Tables>, name: (typeof NAMES)[number]) => {
  const [table] = name.split(".") as ["file"];
  return db
    .selectFrom(table)
    .select(sql<string | null>`${sql.ref(name)}`.as("checksum"))
    .distinct();
};

/**
 * Deletes a file in the transaction that finds it unused, so that no import can hold it meanwhile.
 */
const removeUnused = (database: Database, store: Store, checksum: string, before: number) =>
  database.write(async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom("unused_file")
      .where("checksum", "=", checksum)
      .where("since", "<=", before)
      .where(({ and, not, exists }) =>
        and(NAMES.map((name) => not(exists(named(db, name).where(sql.ref(name), "=", checksum))))),
      )
      .executeTakeFirst();
    if (numDeletedRows > 0n) await store.delete([contentFile(checksum)], db);
  });

/**
 * Deletes the stored content files that have been unused for some time. The time protects exports
 * and downloads that still read them, and imports that have not committed yet.
 * @param keptMs at least a day
 */
export const sweepUnusedFiles = async (
  database: Database,
  store: Store,
  now: number,
  keptMs: number,
): Promise<void> => {
  // Deletes copies that an import was writing when it was killed.
  await store.sweep("files", Date.now());
  const names = (await store.list("files")).map(({ name }) => name);
  const used = new Set<string>();
  for (const name of NAMES) {
    const rows = await named(database.read, name).execute();
    for (const { checksum } of rows) if (checksum !== null) used.add(checksum);
  }
  const unused = new Set(names.filter((name) => CHECKSUM.test(name) && !used.has(name)));
  const rows = await database.read.selectFrom("unused_file").selectAll().execute();
  const marked = new Set(rows.map(({ checksum }) => checksum));
  await database.write(async (db) => {
    await unmark(db, without(marked, unused));
    await inBatches(without(unused, marked), (some) =>
      db
        .insertInto("unused_file")
        .values(some.map((checksum) => ({ checksum, since: now })))
        .onConflict((conflict) => conflict.column("checksum").doNothing())
        .execute(),
    );
  });
  for (const { checksum, since } of rows) {
    if (since > now - keptMs || !unused.has(checksum)) continue;
    await removeUnused(database, store, checksum, now - keptMs);
  }
};
