import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Database } from "../db/open-database.ts";

/** The setting that holds the key with which tickets are signed. */
const TICKET_KEY = "ticket_key";

/**
 * Short-lived tickets, each for one purpose. An address carries a ticket in place of the token when
 * the browser makes the request itself and cannot send a header.
 */
export class Tickets {
  readonly #database: Database;
  readonly #clock: () => number;
  #key: Promise<string> | null = null;

  constructor(database: Database, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
  }

  /** @param subject what the ticket is valid for */
  async issue(subject: string, lifeMs: number): Promise<string> {
    const expires = this.#clock() + lifeMs;
    return `${expires.toString(36)}.${await this.#sign(subject, expires)}`;
  }

  async isValid(subject: string, ticket: string): Promise<boolean> {
    const [, time = "", signature = ""] = /^([\da-z]{1,12})\.([\w-]{43})$/.exec(ticket) ?? [];
    const expires = Number.parseInt(time, 36);
    if (!(expires > this.#clock())) return false;
    const right = await this.#sign(subject, expires);
    return timingSafeEqual(Buffer.from(signature), Buffer.from(right));
  }

  async #sign(subject: string, expires: number): Promise<string> {
    this.#key ??= this.#readKey().catch((reason) => {
      this.#key = null;
      throw reason;
    });
    return createHmac("sha256", await this.#key)
      .update(`${expires}\n${subject}`)
      .digest("base64url");
  }

  /** All servers of the school share the key, so that each accepts the others' tickets. */
  #readKey(): Promise<string> {
    return this.#database.write(async (db) => {
      await db
        .insertInto("setting")
        .values({ name: TICKET_KEY, value: randomBytes(32).toString("base64url") })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
      const { value } = await db
        .selectFrom("setting")
        .select("value")
        .where("name", "=", TICKET_KEY)
        .executeTakeFirstOrThrow();
      return value;
    });
  }
}
