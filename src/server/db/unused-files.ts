import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Kysely } from "kysely";
import { storedPath } from "./file-store.ts";
import type { Database } from "./open-database.ts";
import type { Tables } from "./schema.ts";

const CHECKSUM = /^[\da-f]{64}$/;
const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 500;

const inBatches = async (
  checksums: Iterable<string>,
  work: (some: string[]) => Promise<unknown>,
): Promise<void> => {
  const all = [...checksums];
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) {
    await work(all.slice(from, from + ROWS_AT_ONCE));
  }
};

const without = (all: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...all].filter((each) => !others.has(each));

const unmark = (db: Kysely<Tables>, checksums: Iterable<string>): Promise<void> =>
  inBatches(checksums, (some) =>
    db.deleteFrom("unused_file").where("checksum", "in", some).execute(),
  );

/**
 * Keeps files that an import is about to name. Call it before the import looks which files are
 * there: from then on none of them is removed for as long as the files of a school are kept.
 */
export const claimFiles = (database: Database, checksums: Iterable<string>): Promise<void> =>
  database.write((db) => unmark(db, checksums));

/** Copies that an import was writing when it was killed. */
const removeBroken = async (folder: string, names: readonly string[]): Promise<void> => {
  for (const name of names) {
    const file = path.join(folder, name);
    const found = name.endsWith(".part") ? await stat(file).catch(() => null) : null;
    if (found && found.mtimeMs < Date.now() - DAY_MS) await rm(file, { force: true });
  }
};

/** Removes a file in the transaction that finds it unused, so that no import can claim it meanwhile. */
const removeUnused = (database: Database, dataDir: string, checksum: string, before: number) =>
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
      .executeTakeFirst();
    if (numDeletedRows > 0n) await rm(storedPath(dataDir, checksum), { force: true });
  });

/**
 * Removes the stored content files that nothing has named for some time. The time protects exports
 * and downloads that still read them, and imports that have not named them yet.
 * @param keptMs at least a day
 */
export const sweepUnusedFiles = async (
  database: Database,
  dataDir: string,
  now: number,
  keptMs: number,
): Promise<void> => {
  const folder = path.join(dataDir, "files");
  const names = await readdir(folder).catch(() => []);
  await removeBroken(folder, names);
  const files = await database.read
    .selectFrom("file")
    .select("checksum")
    .union(database.read.selectFrom("picture_variant").select("checksum"))
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
    await removeUnused(database, dataDir, checksum, now - keptMs);
  }
};
