import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { GATHER_MS, pauseAfter, TRIED_MS } from "../../domain/news.ts";
import { isUnclaimed } from "../accounts/account-rows.ts";
import type { Database } from "../db/open-database.ts";
import type { Tables } from "../db/schema.ts";

/** After this time another server may tell what a server has claimed and not told: it may be dead. */
const CLAIM_MS = 10 * 60_000;

/** A person whose news this server is telling. */
export interface Claimed {
  readonly accountId: number;
  readonly claim: string;
  /** The number of events that were there; see `NewsDueTable`. */
  readonly events: number;
  readonly since: number;
  readonly tries: number;
  /** When the digest is due; null: no digest is planned. */
  readonly digest: number | null;
}

const isDue = ({ read }: Database, now: number) =>
  read
    .selectFrom("news_due")
    .select("account_id")
    .where("due", "<=", now)
    .where(isUnclaimed(now, CLAIM_MS))
    .limit(1)
    .executeTakeFirst();

/** Claims some people whose news is due, so that no other server tells them. */
export const claimDue = async (
  database: Database,
  now: number,
  atMost: number,
): Promise<Claimed[]> => {
  // Most of the time nothing is due, and a write would wait for the disk.
  if (!(await isDue(database, now))) return [];
  return database.write(async (db) => {
    const due = await db
      .selectFrom("news_due")
      .select("account_id")
      .where("due", "<=", now)
      .where(isUnclaimed(now, CLAIM_MS))
      .orderBy("due")
      .limit(atMost)
      .execute();
    if (due.length === 0) return [];
    const claim = randomUUID();
    const rows = await db
      .updateTable("news_due")
      .set({ claim, claimed_until: now + CLAIM_MS })
      .where(
        "account_id",
        "in",
        due.map(({ account_id }) => account_id),
      )
      // Another server may have been first.
      .where(isUnclaimed(now, CLAIM_MS))
      .returning(["account_id", "events", "since", "tries", "digest"])
      .execute();
    return rows.map(({ account_id, ...row }) => ({ accountId: account_id, claim, ...row }));
  });
};

/** Another server has taken over, because this one took too long. */
export class LostClaimError extends Error {
  override name = "LostClaimError";
}

const own = (db: Kysely<Tables>, { accountId, claim }: Claimed) =>
  db.updateTable("news_due").where("account_id", "=", accountId).where("claim", "=", claim);

/** Makes sure within a write that nobody has taken over. @throws LostClaimError */
export const assertOwn = async (db: Kysely<Tables>, claimed: Claimed): Promise<void> => {
  const { numUpdatedRows } = await own(db, claimed)
    .set({ claim: claimed.claim })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LostClaimError();
};

const UNCLAIMED = { claim: null, claimed_until: 0 };

/**
 * Ends the work on a person's news; call within the write that deletes what was told.
 * @param later when to look again; null: nothing is left, unless something has happened meanwhile
 * @throws LostClaimError
 */
export const finish = async (
  db: Kysely<Tables>,
  claimed: Claimed,
  now: number,
  later: number | null,
): Promise<void> => {
  if (later === null) {
    const { numDeletedRows } = await db
      .deleteFrom("news_due")
      .where("account_id", "=", claimed.accountId)
      .where("claim", "=", claimed.claim)
      .where("events", "=", claimed.events)
      .executeTakeFirst();
    if (numDeletedRows > 0n) return;
  }
  const due = later ?? now + GATHER_MS;
  const { numUpdatedRows } = await own(db, claimed)
    .set({ ...UNCLAIMED, due, since: due, digest: null, tries: 0 })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LostClaimError();
};

/** Puts a digest off until its time; call within a write. */
export const awaitDigest = (
  db: Kysely<Tables>,
  claimed: Claimed,
  digest: number,
): Promise<unknown> =>
  own(db, claimed)
    .set({ ...UNCLAIMED, due: digest, since: digest, digest })
    .execute();

/** Gives a person's news back as it was; call within a write. */
export const giveBack = (db: Kysely<Tables>, claimed: Claimed): Promise<unknown> =>
  own(db, claimed).set(UNCLAIMED).execute();

/**
 * Has a mail tried again; call within a write. After three days it is given up, and the next event has
 * everything told.
 * @param due when; absent: after a pause that grows with the tries
 */
export const tryLater = async (
  db: Kysely<Tables>,
  claimed: Claimed,
  now: number,
  due?: number,
): Promise<void> => {
  if (now - claimed.since > TRIED_MS) {
    await db
      .deleteFrom("news_due")
      .where("account_id", "=", claimed.accountId)
      .where("claim", "=", claimed.claim)
      .execute();
    return;
  }
  const tries = due === undefined ? claimed.tries + 1 : claimed.tries;
  await own(db, claimed)
    .set({ ...UNCLAIMED, due: due ?? now + pauseAfter(tries), tries })
    .execute();
};

/** Has a mail tried again whose news had been finished already; call within a write. */
export const tryAgain = async (
  db: Kysely<Tables>,
  { accountId, since, tries }: Claimed,
  now: number,
): Promise<void> => {
  if (now - since > TRIED_MS) return;
  const due = now + pauseAfter(tries + 1);
  await db
    .insertInto("news_due")
    .values({ account_id: accountId, due, since, tries: tries + 1 })
    // An event has come meanwhile, which has everything told.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
