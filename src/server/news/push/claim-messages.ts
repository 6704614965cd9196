import type { Kysely } from "kysely";
import { pauseAfter, TRIED_MS } from "../../../domain/news.ts";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import type { SecretHash } from "../../secrets.ts";

/** After this time another server may send what a server has claimed and not sent: it may be dead. */
const CLAIM_MS = 5 * 60_000;
/** A push service may ask for a longer pause, up to this. */
const LONGEST_PAUSE_MS = 3_600_000;

/** A message that this server is sending. */
export interface ClaimedMessage {
  readonly token_hash: SecretHash;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly message: string;
  readonly since: number;
  readonly tries: number;
  /** Until when it is claimed, which tells claims apart. */
  readonly due: number;
}

const isDue = ({ read }: Database, now: number) =>
  read
    .selectFrom("push_device")
    .select("token_hash")
    .where("due", "<=", now)
    .limit(1)
    .executeTakeFirst();

/** Claims some messages that are due, so that no other server sends them. */
export const claimMessages = async (
  database: Database,
  now: number,
  atMost: number,
): Promise<ClaimedMessage[]> => {
  // Most of the time nothing is due, and a write would wait for the disk.
  if (!(await isDue(database, now))) return [];
  return database.write(async (db) => {
    const due = await db
      .selectFrom("push_device")
      .select("token_hash")
      .where("due", "<=", now)
      .orderBy("due")
      .limit(atMost)
      .execute();
    if (due.length === 0) return [];
    const rows = await db
      .updateTable("push_device")
      .set({ due: now + CLAIM_MS })
      .where(
        "token_hash",
        "in",
        due.map(({ token_hash }) => token_hash),
      )
      // Another server may have been first.
      .where("due", "<=", now)
      .returning(["token_hash", "endpoint", "p256dh", "auth", "message", "since", "tries"])
      .execute();
    return rows.flatMap(({ message, ...row }) =>
      message === null ? [] : [{ ...row, message, due: now + CLAIM_MS }],
    );
  });
};

const NOTHING = { message: null, due: null };

const own = (db: Kysely<Tables>, { token_hash, endpoint, due, message }: ClaimedMessage) =>
  db
    .updateTable("push_device")
    .where("token_hash", "=", token_hash)
    .where("endpoint", "=", endpoint)
    .where("message", "=", message)
    .where("due", "=", due);

/**
 * Notes that a message is sent, just before it is; call within a write.
 * @returns false if another server has taken over, or there is newer news, or the device is gone
 */
export const takeMessage = async (
  db: Kysely<Tables>,
  claimed: ClaimedMessage,
): Promise<boolean> => {
  const { numUpdatedRows } = await own(db, claimed).set(NOTHING).executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Gives a message back as it was; call within a write. */
export const giveBackMessage = (
  db: Kysely<Tables>,
  claimed: ClaimedMessage,
  due: number,
): Promise<unknown> => own(db, claimed).set({ due }).execute();

/**
 * Has a message tried again unless there is newer news; call within a write. After three days it is given
 * up: the app shows what is new.
 * @param wasTaken whether `takeMessage` has run
 * @param pauseMs what the push service asks for; absent: it grows with the tries
 */
export const retryMessage = async (
  db: Kysely<Tables>,
  claimed: ClaimedMessage,
  { wasTaken, now, pauseMs = 0 }: { wasTaken: boolean; now: number; pauseMs?: number },
): Promise<void> => {
  const { token_hash, endpoint, message, since } = claimed;
  const isOver = now - since > TRIED_MS;
  const tries = claimed.tries + 1;
  const due = now + Math.max(pauseAfter(tries), Math.min(pauseMs, LONGEST_PAUSE_MS));
  const changed = isOver ? NOTHING : { message, since, due, tries };
  if (!wasTaken) {
    await own(db, claimed).set(changed).execute();
    return;
  }
  await db
    .updateTable("push_device")
    .set(changed)
    .where("token_hash", "=", token_hash)
    .where("endpoint", "=", endpoint)
    .where("message", "is", null)
    .execute();
};

/** Removes a device whose address leads nowhere any more; call within a write. */
export const removeAddress = async (
  db: Kysely<Tables>,
  { token_hash, endpoint }: ClaimedMessage,
): Promise<void> => {
  await db
    .deleteFrom("push_device")
    .where("token_hash", "=", token_hash)
    .where("endpoint", "=", endpoint)
    .execute();
};
