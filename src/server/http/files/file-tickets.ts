import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Database } from "../../db/open-database.ts";
import type { Clock } from "../services.ts";

/**
 * The setting that holds the key. All processes of the school share it, so that each accepts the
 * others' tickets.
 */
const KEY = "ticket_key";
const LIFE_MS = 3_600_000;

const readKey = async ({ read }: Pick<Database, "read">): Promise<string | undefined> => {
  const row = await read
    .selectFrom("setting")
    .select("value")
    .where("name", "=", KEY)
    .executeTakeFirst();
  return row?.value;
};

const makeKey = async (database: Database): Promise<string> => {
  await database.write((db) =>
    db
      .insertInto("setting")
      .values({ name: KEY, value: randomBytes(32).toString("hex") })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute(),
  );
  const key = await readKey(database);
  if (key === undefined) throw new Error("The ticket key was not stored");
  return key;
};

/**
 * Tickets that replace the token in the address of one file, because a video player cannot send a
 * header. Each is valid for one to two hours and for one file. The server stores nothing for them.
 */
export class FileTickets {
  readonly #database: Database;
  readonly #clock: Clock;
  #key: Promise<string> | null = null;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** @param file identifies the file, the same each time */
  async issue(file: string): Promise<string> {
    // Keeps the address the same for a while, so that the browser's cache finds the file again.
    const until = ((Math.ceil(this.#clock() / LIFE_MS) + 1) * LIFE_MS).toString(36);
    return `${until}.${await this.#sign(file, until)}`;
  }

  async isValid(ticket: string, file: string): Promise<boolean> {
    const [until = "", signature = ""] = ticket.split(".");
    if (!(Number.parseInt(until, 36) > this.#clock())) return false;
    const given = Buffer.from(signature);
    const right = Buffer.from(await this.#sign(file, until));
    return given.length === right.length && timingSafeEqual(given, right);
  }

  async #sign(file: string, until: string): Promise<string> {
    this.#key ??= this.#findKey();
    return createHmac("sha256", await this.#key)
      .update(`${until}\n${file}`)
      .digest("base64url");
  }

  async #findKey(): Promise<string> {
    try {
      return (await readKey(this.#database)) ?? (await makeKey(this.#database));
    } catch (reason) {
      this.#key = null;
      throw reason;
    }
  }
}
