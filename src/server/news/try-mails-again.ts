import type { Kysely } from "kysely";
import { amongIds } from "../db/among-ids.ts";
import type { Tables } from "../db/schema.ts";
import { lookAt } from "./outbox.ts";

/** Lets mails go to people again whose address was refused, with all that has not been told meanwhile. */
export const tryMailsAgain = async (
  db: Kysely<Tables>,
  accountIds: readonly number[],
  now: number,
): Promise<void> => {
  await db
    .updateTable("news_choice")
    .set({ refused: null, refused_at: null })
    .where(amongIds(db, "account_id", accountIds))
    .execute();
  const left = await db
    .selectFrom("news")
    .select("account_id")
    .distinct()
    .where(amongIds(db, "account_id", accountIds))
    .execute();
  await lookAt(
    db,
    left.map(({ account_id }) => account_id),
    now,
  );
};
