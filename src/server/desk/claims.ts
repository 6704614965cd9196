import { type Kysely, sql } from "kysely";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { assignmentNotFound } from "../assignments/receive-hand-in.ts";
import { nameOf } from "../assignments/sent-assignment.ts";
import { isFree } from "../db/lease.ts";
import type { Tables } from "../db/schema.ts";
import type { Services } from "../services.ts";
import { visibleTo } from "./visible-rows.ts";

/** A claim that is not renewed ends after this time. */
export const CLAIM_MS = 10 * 60_000;

/** Whether nobody has claimed a hand-in, or the claim has ended. */
export const isUnclaimed = (now: number) => isFree(now, CLAIM_MS, "hand_in_claim");

/** The claims that still hold, by the id of the hand-in. */
export const claimsOf = async (
  db: Kysely<Tables>,
  uploadIds: readonly number[],
  now: number,
): Promise<Map<number, { by: { id: number; name: string }; since: string }>> => {
  if (uploadIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("hand_in_claim")
    .innerJoin("account", "account.id", "hand_in_claim.account_id")
    .select(["upload_id", "account.id", "first_name", "last_name", "username", "leased_until"])
    .where("upload_id", "in", [...uploadIds])
    .where(sql<boolean>`not ${isUnclaimed(now)}`)
    .execute();
  return new Map(
    rows.map(({ upload_id, id, leased_until, ...names }) => [
      upload_id,
      {
        by: { id, name: nameOf(names) },
        since: new Date(leased_until - CLAIM_MS).toISOString(),
      },
    ]),
  );
};

/**
 * Claims a hand-in for the person, unless somebody else's claim holds and is not to be taken over.
 * @returns the claim that holds now
 * @throws HttpProblem 404 for a hand-in that the person may not see
 */
export const claimHandIn = async (
  services: Services,
  person: SignedIn,
  uploadId: number | null,
  takesOver: boolean,
) => {
  const { database, clock } = services;
  return database.write(async (db) => {
    await database.lockAccount(db, person.accountId);
    const visible = await visibleTo(services, db, person);
    const upload = await db
      .selectFrom("upload")
      .select("id")
      .where("id", "=", uploadId ?? 0)
      .where(visible.handIns())
      .executeTakeFirst();
    if (!upload) throw assignmentNotFound();
    const now = clock();
    const row = { account_id: person.accountId, leased_until: now + CLAIM_MS };
    await db
      .insertInto("hand_in_claim")
      .values({ upload_id: upload.id, ...row })
      // The condition is asked under the row's lock, so that one of two claims at once wins.
      .onConflict((on) =>
        on
          .column("upload_id")
          .doUpdateSet(row)
          .where((is) =>
            is.or([
              is("hand_in_claim.account_id", "=", person.accountId),
              isUnclaimed(now),
              sql<boolean>`${sql.lit(takesOver ? 1 : 0)} = 1`,
            ]),
          ),
      )
      .execute();
    const claim = (await claimsOf(db, [upload.id], now)).get(upload.id);
    if (!claim) throw new Error("A claim that has just been made does not hold");
    return claim;
  });
};

/** Ends the person's claim of a hand-in, if there is one. */
export const endClaim = async (
  { database }: Services,
  { accountId }: SignedIn,
  uploadId: number | null,
): Promise<void> => {
  await database.write((db) =>
    db
      .deleteFrom("hand_in_claim")
      .where("upload_id", "=", uploadId ?? 0)
      .where("account_id", "=", accountId)
      .execute(),
  );
};
