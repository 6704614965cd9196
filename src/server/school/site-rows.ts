import type { Kysely } from "kysely";
import type { Actor } from "../../domain/audit.ts";
import { recordChange } from "../audit/record-change.ts";
import type { Tables } from "../db/schema.ts";

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
