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
 * Opens the list of the school's own sites: they may show the app in a frame and call the school. Some are settings of
 * the server; the others are in the database, where a command changes them while the school is served.
 * @param settings origins of `ALLOWED_ORIGINS`
 */
export const openAllowedSites = async (read: Database["read"], settings: readonly string[]) => {
  let origins: ReadonlySet<string> = new Set();
  /** Reads the sites from the database again. */
  const refresh = async (): Promise<void> => {
    origins = new Set([...settings, ...(await readSites(read))]);
  };
  await refresh();
  return {
    has: (origin: string): boolean => origins.has(origin),
    get origins() {
      return [...origins];
    },
    /** The policy for pages. It works only as a header, not in HTML. */
    get framePolicy() {
      return `frame-ancestors ${[...origins].join(" ") || "'none'"}`;
    },
    refresh,
  };
};

export type AllowedSites = Awaited<ReturnType<typeof openAllowedSites>>;
