import type { Kysely } from "kysely";
import type { Actor } from "../../domain/audit.ts";
import { recordChange } from "../audit/record-change.ts";
import type { Database } from "../db/open-database.ts";
import type { Tables } from "../db/schema.ts";

/**
 * The origin of a site as a browser writes it, such as `https://school.example`.
 * @param address with or without a slash at its end
 * @returns null for anything but the address of a whole site
 */
export const siteOrigin = (address: string): string | null => {
  const given = address.trim().replace(/\/+$/, "");
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  // An asterisk would allow many sites in a policy. Upper case and an explicit default port are
  // accepted.
  const isOne = !url.hostname.includes("*") && url.href === `${url.origin}/`;
  // A `;` or `,` would end the policy or the header in which the site stands.
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(url.hostname)) return null;
  // No domain is longer, and PostgreSQL could not index it.
  if (url.hostname.length > 253) return null;
  return isOne ? url.origin : null;
};

/** The sites that `school site add` has added, in alphabetical order. */
export const readSites = async (db: Kysely<Tables>): Promise<string[]> => {
  const rows = await db.selectFrom("site").select("origin").orderBy("origin").execute();
  return rows.map(({ origin }) => origin);
};

const siteChange = (actor: Actor, action: "added" | "removed", origin: string) =>
  ({ actor, action, kind: "site", subject: origin, name: origin }) as const;

/** Adds a site; call within a write. @returns false if it was there already */
export const addSite = async (
  db: Kysely<Tables>,
  origin: string,
  actor: Actor,
  now: number,
): Promise<boolean> => {
  const added = await db
    .insertInto("site")
    .values({ origin })
    .onConflict((conflict) => conflict.column("origin").doNothing())
    .returning("origin")
    .executeTakeFirst();
  if (added) await recordChange(db, now, siteChange(actor, "added", origin));
  return added !== undefined;
};

/** Removes a site; call within a write. @returns false if it was not there */
export const removeSite = async (
  db: Kysely<Tables>,
  origin: string,
  actor: Actor,
  now: number,
): Promise<boolean> => {
  const removed = await db
    .deleteFrom("site")
    .where("origin", "=", origin)
    .returning("origin")
    .executeTakeFirst();
  if (removed) await recordChange(db, now, siteChange(actor, "removed", origin));
  return removed !== undefined;
};

/**
 * The school's own sites: they may show the app in a frame and call the school. Some are settings of the
 * server; the others are in the database, where a command changes them while the school is served.
 */
export class AllowedSites {
  readonly #read: Database["read"];
  readonly #settings: readonly string[];
  #origins: ReadonlySet<string> = new Set();

  private constructor(read: Database["read"], settings: readonly string[]) {
    this.#read = read;
    this.#settings = settings;
  }

  /** @param settings origins of `ALLOWED_ORIGINS` */
  static async open(
    { read }: Pick<Database, "read">,
    settings: readonly string[],
  ): Promise<AllowedSites> {
    const sites = new AllowedSites(read, settings);
    await sites.refresh();
    return sites;
  }

  has(origin: string): boolean {
    return this.#origins.has(origin);
  }

  get origins(): string[] {
    return [...this.#origins];
  }

  /** The policy for pages. It works only as a header, not in HTML. */
  get framePolicy(): string {
    return `frame-ancestors ${this.origins.join(" ") || "'none'"}`;
  }

  /** Reads the sites from the database again. */
  async refresh(): Promise<void> {
    this.#origins = new Set([...this.#settings, ...(await readSites(this.#read))]);
  }
}
