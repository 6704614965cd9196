import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { chunks } from "../../lib/chunks.ts";
import type { Database } from "../db/open-database.ts";
import type { Tables } from "../db/schema.ts";
import { type ListedFile, pathIn, type StoreFolder, type StoreKey } from "./store.ts";

/** An object that the school has stored in its bucket, as it was at that time. */
export interface StoredObject {
  readonly size: number;
  /** SHA-256, hex. */
  readonly checksum: string;
  /** The entity tag that the bucket gave it. */
  readonly tag: string;
}

/** An entry takes a few hundred bytes. */
const MAX_KNOWN = 50_000;
const ROWS_AT_ONCE = 500;

/**
 * The record of what is in the bucket. A file without a row is on this machine's disk, or nowhere.
 * Rows are in the database, so that all servers of the school agree.
 */
export class StoredObjects {
  readonly #database: Database;
  readonly #known = new LRUCache<string, StoredObject>({
    // A `max` would take the memory for all entries at once, also in a school without a bucket.
    maxSize: MAX_KNOWN,
    sizeCalculation: () => 1,
  });

  constructor(database: Database) {
    this.#database = database;
  }

  /** @returns the cached row, which another process may have changed, or the row in the database */
  find(key: StoreKey): StoredObject | Promise<StoredObject | null> {
    return this.#known.get(pathIn(key)) ?? this.read(key);
  }

  /** Reads the row from the database. */
  async read(key: StoreKey): Promise<StoredObject | null> {
    const name = pathIn(key);
    const row = await this.#database.read
      .selectFrom("stored_object")
      .select(["size", "checksum", "tag"])
      .where("name", "=", name)
      .executeTakeFirst();
    if (row) this.#known.set(name, row);
    else this.#known.delete(name);
    return row ?? null;
  }

  async add(key: StoreKey, { size, checksum, tag }: StoredObject): Promise<void> {
    const name = pathIn(key);
    const row = { size, checksum, tag, since: Date.now() };
    await this.#database.write((db) =>
      db
        .insertInto("stored_object")
        .values({ name, ...row })
        .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
        .execute(),
    );
    this.#known.set(name, { size, checksum, tag });
  }

  /** @param within the present transaction, if there is one */
  async remove(keys: readonly StoreKey[], within?: Kysely<Tables>): Promise<void> {
    const names = keys.map(pathIn);
    const work = async (db: Kysely<Tables>) => {
      for (const some of chunks(names, ROWS_AT_ONCE)) {
        await db.deleteFrom("stored_object").where("name", "in", some).execute();
      }
    };
    await (within ? work(within) : this.#database.write(work));
    for (const name of names) this.#known.delete(name);
  }

  async list(folder: StoreFolder): Promise<ListedFile[]> {
    const rows = await this.#database.read
      .selectFrom("stored_object")
      .select(["name", "since"])
      .where("name", "like", `${folder}/%`)
      .orderBy("name")
      .execute();
    return rows.map(({ name, since }) => ({
      name: name.slice(folder.length + 1),
      modified: Number(since),
    }));
  }

  async count(): Promise<number> {
    const { count } = await this.#database.read
      .selectFrom("stored_object")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return Number(count);
  }
}
