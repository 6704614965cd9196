import { type Kysely, type Selectable, sql } from "kysely";
import { GATHER_MS, pauseAfter, TRIED_MS } from "../../domain/news.ts";
import { LostLeaseError, leasedWork, NO_LEASE } from "../db/lease.ts";
import type { Database } from "../db/open-database.ts";
import type { Tables } from "../db/schema.ts";

const DUE_LEASES = leasedWork("news_due", "account_id", 10 * 60_000);

/** A person whose news this server is telling. */
export type DuePerson = Selectable<Tables["news_due"]>;

/** Takes some people whose news is due, so that no other server tells them. */
export const takeDue = (database: Database, now: number, atMost: number): Promise<DuePerson[]> =>
  DUE_LEASES.take(database, now, { isDue: sql`due <= ${now}`, order: sql`due`, atMost });

/** Makes sure within a write that nobody has taken over. @throws LostLeaseError */
export const assertHeld = async (db: Kysely<Tables>, person: DuePerson): Promise<void> => {
  // A write, so that nobody takes over before this one ends.
  if (!(await DUE_LEASES.change(db, person, { lease: person.lease }))) throw new LostLeaseError();
};

/**
 * Ends the work on a person's news; call within the write that deletes what was told.
 * @param later when to look again; null: nothing is left, unless something has happened meanwhile
 * @throws LostLeaseError
 */
export const finish = async (
  db: Kysely<Tables>,
  person: DuePerson,
  now: number,
  later: number | null,
): Promise<void> => {
  if (later === null) {
    const { numDeletedRows } = await db
      .deleteFrom("news_due")
      .where(DUE_LEASES.isHeld(person))
      .where("events", "=", person.events)
      .executeTakeFirst();
    if (numDeletedRows > 0n) return;
  }
  const due = later ?? now + GATHER_MS;
  const ended = { ...NO_LEASE, due, since: due, digest: null, tries: 0 };
  if (!(await DUE_LEASES.change(db, person, ended))) throw new LostLeaseError();
};

/** Puts a digest off until its time; call within a write. */
export const awaitDigest = (
  db: Kysely<Tables>,
  person: DuePerson,
  digest: number,
): Promise<unknown> =>
  DUE_LEASES.change(db, person, { ...NO_LEASE, due: digest, since: digest, digest });

/** Gives a person's news back as it was; call within a write. */
export const giveBack = (db: Kysely<Tables>, person: DuePerson): Promise<unknown> =>
  DUE_LEASES.change(db, person, NO_LEASE);

/**
 * Has a mail tried again; call within a write. After three days it is given up, and the next event has
 * everything told.
 * @param due when; absent: after a pause that grows with the tries
 */
export const tryLater = async (
  db: Kysely<Tables>,
  person: DuePerson,
  now: number,
  due?: number,
): Promise<void> => {
  if (now - person.since > TRIED_MS) {
    await DUE_LEASES.remove(db, person);
    return;
  }
  const tries = due === undefined ? person.tries + 1 : person.tries;
  const later = { ...NO_LEASE, due: due ?? now + pauseAfter(tries), tries };
  await DUE_LEASES.change(db, person, later);
};

/** Has a mail tried again whose news had been finished already; call within a write. */
export const tryAgain = async (
  db: Kysely<Tables>,
  { account_id, since, tries }: DuePerson,
  now: number,
): Promise<void> => {
  if (now - since > TRIED_MS) return;
  const due = now + pauseAfter(tries + 1);
  await db
    .insertInto("news_due")
    .values({ account_id, due, since, tries: tries + 1 })
    // An event has come meanwhile, which has everything told.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
