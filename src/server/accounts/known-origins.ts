import type { Kysely } from "kysely";
import type { Database } from "../db/open-database.ts";
import type { Tables } from "../db/schema.ts";

const DAY_MS = 86_400_000;
/** An origin expires when nobody has signed in from there for this long. */
export const ORIGIN_LIFE_MS = 180 * DAY_MS;
/** A phone has a new network several times a day. */
const MAX_ORIGINS = 50;

/** Who has signed in from an origin before. */
type Knowledge =
  /** The person who is named now. */
  | "person"
  /** Somebody of the school. */
  | "school"
  | "nobody";

/** The devices and networks from which people have signed in, as keyed hashes. */
export class KnownOrigins {
  readonly #database: Database;
  readonly #clock: () => number;

  constructor(database: Database, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Tells who has signed in from an origin.
   * @param accountId undefined for an unknown name, which takes the same number of queries
   */
  async whoKnows(origin: string, accountId: number | undefined): Promise<Knowledge> {
    const after = this.#clock() - ORIGIN_LIFE_MS;
    const at = this.#database.read
      .selectFrom("known_place")
      .select("account_id")
      .where("place", "=", origin)
      .where("seen", ">", after)
      .limit(1);
    if (await at.where("account_id", "=", accountId ?? -1).executeTakeFirst()) return "person";
    return (await at.executeTakeFirst()) ? "school" : "nobody";
  }

  /** Records where a person has signed in; call within a write. */
  async remember(db: Kysely<Tables>, accountId: number, origins: readonly string[]): Promise<void> {
    const seen = this.#clock();
    await db
      .insertInto("known_place")
      .values(origins.map((place) => ({ account_id: accountId, place, seen })))
      .onConflict((conflict) => conflict.columns(["account_id", "place"]).doUpdateSet({ seen }))
      .execute();
    const oldest = await db
      .selectFrom("known_place")
      .select("seen")
      .where("account_id", "=", accountId)
      .orderBy("seen", "desc")
      .offset(MAX_ORIGINS)
      .limit(1)
      .executeTakeFirst();
    if (!oldest) return;
    await db
      .deleteFrom("known_place")
      .where("account_id", "=", accountId)
      .where("seen", "<=", oldest.seen)
      .execute();
  }

  /** Deletes all origins of a person; call within a write. */
  async forget(db: Kysely<Tables>, accountId: number): Promise<void> {
    await db.deleteFrom("known_place").where("account_id", "=", accountId).execute();
  }

  async sweep(): Promise<void> {
    const before = this.#clock() - ORIGIN_LIFE_MS;
    await this.#database.write((db) =>
      db.deleteFrom("known_place").where("seen", "<=", before).execute(),
    );
  }
}
