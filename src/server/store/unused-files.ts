import type { Kysely } from "kysely";
import { chunks } from "../../lib/chunks.ts";
import type { Database } from "../db/open-database.ts";
import type { Tables } from "../db/schema.ts";
import { contentFile, type Store } from "./store.ts";

const CHECKSUM = /^[\da-f]{64}$/;
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
export const claimFiles = (database: Database, checksums: Iterable<string>): Promise<void> =>
  database.write((db) => unmark(db, checksums));

/**
 * Deletes a file in the transaction that finds it unused, so that no import can claim it meanwhile.
 */
const removeUnused = (database: Database, store: Store, checksum: string, before: number) =>
  database.write(async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom("unused_file")
      .where("checksum", "=", checksum)
      .where("since", "<=", before)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("file").select("title").where("file.checksum", "=", checksum))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("picture_variant")
              .select("source")
              .where("picture_variant.checksum", "=", checksum),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("source_file").select("path").where("source_file.checksum", "=", checksum),
          ),
        ),
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
  const files = await database.read
    .selectFrom("file")
    .select("checksum")
    .union(database.read.selectFrom("picture_variant").select("checksum"))
    .union(database.read.selectFrom("source_file").select("checksum"))
    .execute();
  const named = new Set(files.map(({ checksum }) => checksum));
  const unused = new Set(names.filter((name) => CHECKSUM.test(name) && !named.has(name)));
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
