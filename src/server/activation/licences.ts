import { createPublicKey, hash, type KeyObject } from "node:crypto";
import type { Kysely } from "kysely";
import type { Actor } from "../../domain/audit.ts";
import { UUID } from "../../lib/uuid.ts";
import { recordChange } from "../audit/record-change.ts";
import type { Database } from "../db/open-database.ts";
import type { Tables } from "../db/schema.ts";
import { ensureSetting, readSetting, writeSetting } from "../db/settings.ts";
import { asSecret, type Handle, type Secret } from "../secrets.ts";
import { newSigningKey, readSigningKey } from "../signing-key.ts";

/** The setting that holds the private key for licences. */
const LICENCE_KEY = "licence_key";

/**
 * The school's private key for licences. Creates it on first use. Reads it each time, because a command may
 * have replaced it.
 */
export const licenceKey = async (database: Database): Promise<KeyObject> =>
  readSigningKey(await ensureSetting(database, LICENCE_KEY, newSigningKey));

export const hasLicenceKey = async ({ read }: Database): Promise<boolean> =>
  (await readSetting(read, LICENCE_KEY)) !== null;

/** Names a key in records and licence files. It opens nothing. */
export const keyIdOf = (key: KeyObject): string =>
  hash("sha256", exportPublicKey(key)).slice(0, 16);

/** Replaces the key with a new one. Existing licences remain signed with the old key. */
export const replaceLicenceKey = ({ write }: Database, actor: Actor, now: number): Promise<void> =>
  write(async (db) => {
    const created = newSigningKey();
    await writeSetting(db, LICENCE_KEY, created);
    const subject = keyIdOf(readSigningKey(created));
    await recordChange(db, now, { actor, action: "changed", kind: "key", subject, name: "" });
  });

/**
 * The public half of a private key, in the form that desktop builds take: SPKI, DER, base64url, on
 * one line.
 */
export const exportPublicKey = (key: KeyObject): string =>
  createPublicKey(key).export({ format: "der", type: "spki" }).toString("base64url");

/** The licence of an activated app, for reading when nobody is signed in. */
export interface FoundLicence {
  readonly activationId: Secret;
  /** Names the licence in tickets. */
  readonly handle: Handle;
  /** The owner of the serial number; the licence is for this person's courses. */
  readonly accountId: number | null;
  /**
   * Ids of courses; null for all of the school's, or with an account for all of that person's
   * courses.
   */
  readonly courses: readonly number[] | null;
}

/** The licences that are valid: not deactivated, their serial number not revoked, its owner not blocked. */
const validLicences = (read: Kysely<Tables>) =>
  read
    .selectFrom("activation")
    .innerJoin("serial_number", "serial_number.serial", "activation.serial")
    .leftJoin("account", "account.id", "account_id")
    .select(["activation.id", "handle", "account_id", "courses"])
    .where("revoked", "is", null)
    .where("blocked", "is", null);

type LicenceRow = Awaited<ReturnType<ReturnType<typeof validLicences>["execute"]>>[number];

const toLicence = ({ id, handle, account_id, courses }: LicenceRow): FoundLicence => ({
  activationId: id,
  handle,
  accountId: account_id,
  courses: courses === null ? null : JSON.parse(courses),
});

/**
 * Finds the licence for an `X-License` header.
 * @param activationId as it was sent, not yet validated
 * @returns null when it is unknown or no longer valid
 */
export const findLicence = async (
  { read }: Database,
  activationId: string,
): Promise<FoundLicence | null> => {
  if (!UUID.test(activationId)) return null;
  const id = asSecret(activationId.toLowerCase());
  const row = await validLicences(read).where("activation.id", "=", id).executeTakeFirst();
  return row ? toLicence(row) : null;
};

/** Finds the licence that a ticket names. @returns null when it is unknown or no longer valid */
export const findLicenceByHandle = async (
  { read }: Database,
  handle: Handle,
): Promise<FoundLicence | null> => {
  const row = await validLicences(read).where("handle", "=", handle).executeTakeFirst();
  return row ? toLicence(row) : null;
};
