import type { Kysely } from "kysely";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import { readSetting, writeSetting } from "../../db/settings.ts";
import { createSecret, hashOf, type Secret } from "../../secrets.ts";
import { lockSettings } from "../settings/stored-settings.ts";

/** How long a printed link can be used. */
const LINK_LIFE_MS = 24 * 3_600_000;

/** The links are settings of this name and the hash of their secret; the value is when they end. */
const PREFIX = "first_start ";

/** Whether nobody has an account yet, so that the first administrator may be made. */
export const isNewSchool = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom("account").select("id").limit(1).executeTakeFirst()) === undefined;

/** Forgets all links; call within a write. */
export const removeLinks = async (db: Kysely<Tables>): Promise<void> => {
  await db.deleteFrom("setting").where("name", "like", `${PREFIX}%`).execute();
};

/** Makes a link that sets up a new school, once. Several servers may have one each. */
export const createStartLink = async ({ write }: Database, now: number): Promise<Secret> => {
  const secret = createSecret();
  await write((db) => giveLinkBack(db, secret, now + LINK_LIFE_MS));
  return secret;
};

/** Whether a link can be used: it is the school's, it has not ended, and nobody has an account. */
export const isStartLink = async (
  db: Kysely<Tables>,
  secret: Secret,
  now: number,
): Promise<boolean> => {
  const until = Number(await readSetting(db, PREFIX + hashOf(secret)));
  return until > now && (await isNewSchool(db));
};

/**
 * Takes a link, so that nobody else sets the school up, with it or with the link of another server; call within
 * a write.
 * @returns when it would have ended; null for a link that cannot be used
 */
export const takeStartLink = async (
  db: Kysely<Tables>,
  secret: Secret,
  now: number,
): Promise<number | null> => {
  await lockSettings(db, now);
  const taken = await db
    .deleteFrom("setting")
    .where("name", "=", PREFIX + hashOf(secret))
    .returning("value")
    .executeTakeFirst();
  const until = Number(taken?.value ?? 0);
  if (until <= now || !(await isNewSchool(db))) return null;
  await removeLinks(db);
  return until;
};

/** Gives a link back that has set up nothing; call within a write. */
export const giveLinkBack = (db: Kysely<Tables>, secret: Secret, until: number): Promise<void> =>
  writeSetting(db, PREFIX + hashOf(secret), String(until));
