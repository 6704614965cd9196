import { type Kysely, type Selectable, sql } from "kysely";
import { pauseAfter, TRIED_MS } from "../../../domain/news.ts";
import { leasedWork, NO_LEASE } from "../../db/lease.ts";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";

const MESSAGE_LEASES = leasedWork("push_device", "token_hash", 5 * 60_000);
/** A push service may ask for a longer pause, up to this. */
const LONGEST_PAUSE_MS = 3_600_000;

/** A device with the message that this server is sending to it. */
export type WaitingMessage = Selectable<Tables["push_device"]> & { readonly message: string };

/** Takes some messages that are due, so that no other server sends them. */
export const takeMessages = async (
  database: Database,
  now: number,
  atMost: number,
): Promise<WaitingMessage[]> => {
  const devices = await MESSAGE_LEASES.take(database, now, {
    isDue: sql`due <= ${now}`,
    ...{ order: sql`due`, atMost },
  });
  return devices.flatMap(({ message, ...device }) =>
    message === null ? [] : [{ ...device, message }],
  );
};

const NOTHING = { message: null, due: null, ...NO_LEASE };

/**
 * Notes that a message is sent, just before it is; call within a write.
 * @returns false if another server has taken over, or there is newer news, or the device is gone
 */
export const markSent = (db: Kysely<Tables>, waiting: WaitingMessage): Promise<boolean> =>
  MESSAGE_LEASES.change(db, waiting, NOTHING);

/** Gives a message back as it was; call within a write. */
export const giveBackMessage = (
  db: Kysely<Tables>,
  waiting: WaitingMessage,
  due: number,
): Promise<unknown> => MESSAGE_LEASES.change(db, waiting, { due, ...NO_LEASE });

const isAtAddress = ({ token_hash, endpoint }: WaitingMessage) =>
  sql<boolean>`token_hash = ${token_hash} and endpoint = ${endpoint}`;

/**
 * Has a message tried again unless there is newer news; call within a write. After three days it is given
 * up: the app shows what is new.
 * @param isSent whether `markSent` has run
 * @param pauseMs what the push service asks for; absent: it grows with the tries
 */
export const retryMessage = async (
  db: Kysely<Tables>,
  waiting: WaitingMessage,
  { isSent, now, pauseMs = 0 }: { isSent: boolean; now: number; pauseMs?: number },
): Promise<void> => {
  const { message, since } = waiting;
  const isOver = now - since > TRIED_MS;
  const tries = waiting.tries + 1;
  const due = now + Math.max(pauseAfter(tries), Math.min(pauseMs, LONGEST_PAUSE_MS));
  const changed = isOver ? NOTHING : { message, since, due, tries, ...NO_LEASE };
  if (!isSent) {
    await MESSAGE_LEASES.change(db, waiting, changed);
    return;
  }
  await db
    .updateTable("push_device")
    .set(changed)
    .where(isAtAddress(waiting))
    .where("message", "is", null)
    .execute();
};

/** Removes a device whose address leads nowhere any more; call within a write. */
export const removeAddress = async (db: Kysely<Tables>, waiting: WaitingMessage): Promise<void> => {
  await db.deleteFrom("push_device").where(isAtAddress(waiting)).execute();
};
