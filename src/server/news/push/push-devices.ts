import type { Kysely } from "kysely";
import type { Subscription } from "../../../contract/push.ts";
import type { SignedIn } from "../../accounts/session/tokens.ts";
import { NO_LEASE } from "../../db/lease.ts";
import type { Tables } from "../../db/schema.ts";
import { isSameText, type SecretHash } from "../../secrets.ts";

/** A person has no more; the one that was added first goes. */
export const MAX_DEVICES = 10;

/**
 * Adds the device of a session, in place of the one that the session had; call within a write. A browser
 * has one address, which belongs to the session that has sent it last.
 */
export const addDevice = async (
  db: Kysely<Tables>,
  { accountId, tokenHash }: SignedIn,
  { endpoint, p256dh, auth }: Subscription,
  now: number,
): Promise<void> => {
  await db
    .deleteFrom("push_device")
    .where((where) =>
      where.or([where("endpoint", "=", endpoint), where("token_hash", "=", tokenHash)]),
    )
    .execute();
  await db
    .insertInto("push_device")
    .values({ token_hash: tokenHash, endpoint, p256dh, auth, created: now })
    .execute();
  const surplus = await db
    .selectFrom("push_device")
    .innerJoin("token", "token.hash", "push_device.token_hash")
    .where("token.account_id", "=", accountId)
    .select("push_device.token_hash")
    .orderBy("push_device.created", "desc")
    .offset(MAX_DEVICES)
    .limit(MAX_DEVICES)
    .execute();
  for (const { token_hash } of surplus) await removeDevice(db, token_hash);
};

/** Removes the device of a session; call within a write. */
export const removeDevice = async (db: Kysely<Tables>, tokenHash: SecretHash): Promise<void> => {
  await db.deleteFrom("push_device").where("token_hash", "=", tokenHash).execute();
};

/**
 * The session of a device.
 * @param auth the secret that only browser and school know
 * @returns null if there is no such device
 */
export const findDevice = async (
  db: Kysely<Tables>,
  { endpoint, auth }: Pick<Subscription, "endpoint" | "auth">,
): Promise<SecretHash | null> => {
  const device = await db
    .selectFrom("push_device")
    .select(["token_hash", "auth"])
    .where("endpoint", "=", endpoint)
    .executeTakeFirst();
  return device && isSameText(auth, device.auth) ? device.token_hash : null;
};

/** Gives a device the address that its browser has got in place of another; call within a write. */
export const renewDevice = async (
  db: Kysely<Tables>,
  tokenHash: SecretHash,
  { endpoint, p256dh, auth }: Subscription,
): Promise<void> => {
  await db
    .deleteFrom("push_device")
    .where("endpoint", "=", endpoint)
    .where("token_hash", "!=", tokenHash)
    .execute();
  await db
    .updateTable("push_device")
    .set({ endpoint, p256dh, auth, ...NO_LEASE })
    .where("token_hash", "=", tokenHash)
    .execute();
};

/**
 * The devices of people, each in a session that has neither ended nor been replaced by a later one.
 * @returns the sessions by account
 */
export const devicesOf = async (
  db: Kysely<Tables>,
  accountIds: readonly number[],
  now: number,
): Promise<Map<number, SecretHash[]>> => {
  const rows = await db
    .selectFrom("push_device")
    .innerJoin("token", "token.hash", "push_device.token_hash")
    .innerJoin("account", "account.id", "token.account_id")
    .select(["push_device.token_hash", "account.id"])
    .where("account.id", "in", accountIds)
    .where("token.expires", ">", now)
    .where((where) =>
      where.or([
        where("token.session_id", "is", null),
        where("token.session_id", "=", where.ref("account.session_id")),
      ]),
    )
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, devices]) => [
      id,
      devices.map(({ token_hash }) => token_hash),
    ]),
  );
};

/** What a device shows. The worker of the web app reads it. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** The language of the texts, and its direction. */
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  /** The screen that it opens, below the app's address. */
  readonly path: string;
}

/** Has a message sent to devices, in place of one that still waits; call within a write. */
export const addMessage = async (
  db: Kysely<Tables>,
  devices: readonly SecretHash[],
  message: PushMessage,
  now: number,
): Promise<void> => {
  await db
    .updateTable("push_device")
    .set({ message: JSON.stringify(message), since: now, due: now, tries: 0, ...NO_LEASE })
    .where("token_hash", "in", devices)
    .execute();
};
