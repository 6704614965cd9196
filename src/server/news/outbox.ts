import { type Kysely, sql } from "kysely";
import { GATHER_MS, type NewsKind } from "../../domain/news.ts";
import { amongIds, rowsAsTable } from "../db/given-values.ts";
import type { Tables } from "../db/schema.ts";

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

interface NewsRow {
  readonly accountId: number;
  readonly kind: NewsKind;
  readonly subjectId: number;
}

const COLUMNS = { accountId: "integer", kind: "text", subjectId: "integer" } as const;

/**
 * Records what people are to be told; call within the write of the event itself. What it was is looked up
 * when it is told. Thousands of rows take a few statements.
 * @param at when it happened, or is to be known: it is told a minute later
 */
export const addNews = async (
  db: Kysely<Tables>,
  rows: readonly NewsRow[],
  at: number,
): Promise<void> => {
  if (rows.length === 0) return;
  // Everybody locks the same rows in the same order.
  const sorted = rows.toSorted((a, b) => a.accountId - b.accountId);
  await db
    .insertInto("news")
    .columns(["account_id", "kind", "subject_id", "at"])
    .expression(
      sql<Tables["news"]>`select "accountId", kind, "subjectId", cast(${at} as bigint)
        from ${rowsAsTable<NewsRow>(db, COLUMNS, sorted)} where true`,
    )
    .onConflict((conflict) =>
      conflict.columns(["account_id", "kind", "subject_id"]).doUpdateSet({ at, pushed: 0 }),
    )
    .execute();
  const people = [...new Set(sorted.map(({ accountId }) => accountId))];
  await lookAt(db, people, at + GATHER_MS);
};

/** Has people's news looked at, at a time or earlier; call within a write. */
const lookAt = async (
  db: Kysely<Tables>,
  accountIds: readonly number[],
  due: number,
): Promise<void> => {
  if (accountIds.length === 0) return;
  const time = sql<number>`cast(${due} as bigint)`;
  await db
    .insertInto("news_due")
    .columns(["account_id", "due", "since"])
    .expression(
      db
        .selectFrom("account")
        .select(["id", time.as("due"), time.as("since")])
        .where(amongIds(db, "id", accountIds))
        .orderBy("id"),
    )
    .onConflict((conflict) =>
      conflict.column("account_id").doUpdateSet((present) => ({
        due: present
          .case()
          .when("news_due.due", ">", due)
          .then(due)
          .else(present.ref("news_due.due"))
          .end(),
        events: present("news_due.events", "+", 1),
      })),
    )
    .execute();
};

/** What has waited for longer, such as for an address that takes no mails, is no news any more. */
const KEPT_MS = 30 * 86_400_000;

/** Deletes old news that could not be told; call within a write. */
export const sweepNews = async (db: Kysely<Tables>, now: number): Promise<void> => {
  await db
    .deleteFrom("news")
    .where("at", "<", now - KEPT_MS)
    .execute();
};
