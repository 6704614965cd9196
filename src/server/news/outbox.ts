import type { Kysely } from "kysely";
import { GATHER_MS, type NewsKind } from "../../domain/news.ts";
import { chunks } from "../../lib/chunks.ts";
import type { Tables } from "../db/schema.ts";

/** Something that a person is to be told. */
export interface NewsRow {
  readonly accountId: number;
  readonly kind: NewsKind;
  readonly subjectId: number;
}

/** Below the number of values that a statement of either database may have. */
const ROWS_AT_ONCE = 500;

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
  // Everybody locks the same rows in the same order.
  const sorted = rows.toSorted((a, b) => a.accountId - b.accountId);
  for (const some of chunks(sorted, ROWS_AT_ONCE)) {
    await db
      .insertInto("news")
      .values(
        some.map(({ accountId, kind, subjectId }) => ({
          account_id: accountId,
          kind,
          subject_id: subjectId,
          at,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(["account_id", "kind", "subject_id"]).doUpdateSet({ at }),
      )
      .execute();
  }
  const people = [...new Set(sorted.map(({ accountId }) => accountId))];
  await lookAt(db, people, at + GATHER_MS);
};

/** Has people's news looked at, at a time or earlier; call within a write. */
export const lookAt = async (
  db: Kysely<Tables>,
  accountIds: readonly number[],
  due: number,
): Promise<void> => {
  for (const some of chunks(accountIds, ROWS_AT_ONCE)) {
    await db
      .insertInto("news_due")
      .values(some.map((account_id) => ({ account_id, due, since: due })))
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
  }
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
