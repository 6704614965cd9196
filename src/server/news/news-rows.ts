import type { Kysely } from "kysely";
import { chunks } from "../../lib/chunks.ts";
import type { Tables } from "../db/schema.ts";

/** Reads who is told, with what they have chosen. */
export const readPeople = (db: Kysely<Tables>, accountIds: readonly number[]) =>
  db
    .selectFrom("account")
    .leftJoin("news_choice", "news_choice.account_id", "account.id")
    .select([
      "account.id",
      "level",
      "email",
      "first_name",
      "username",
      "organisation_id",
      "blocked",
      "expire",
      "mail",
      "hour",
      "idle",
      "language",
      "zone",
      "week_start",
      "refused",
    ])
    .where("account.id", "in", accountIds)
    .execute();

export type ToldPerson = Awaited<ReturnType<typeof readPeople>>[number];

/** What is still to be told to some people, the oldest first. */
export const readRows = (db: Kysely<Tables>, accountIds: readonly number[]) =>
  db
    .selectFrom("news")
    .selectAll()
    .where("account_id", "in", accountIds)
    .orderBy("at")
    .orderBy("subject_id")
    .execute();

export type StoredNews = Awaited<ReturnType<typeof readRows>>[number];

const ROWS_AT_ONCE = 200;

/** What a row is known by: when the same happens again, it has another time. */
const keyOf = ({ account_id, kind, subject_id, at }: StoredNews) => ({
  account_id,
  kind,
  subject_id,
  at,
});

/** Notes that the devices of their people have been told; call within a write. */
export const markPushed = async (
  db: Kysely<Tables>,
  rows: readonly StoredNews[],
): Promise<void> => {
  for (const some of chunks(rows, ROWS_AT_ONCE)) {
    await db
      .updateTable("news")
      .set({ pushed: 1 })
      .where((where) => where.or(some.map((row) => where.and(keyOf(row)))))
      .execute();
  }
};

/** Deletes rows unless the same has happened again; call within a write. */
export const deleteRows = async (
  db: Kysely<Tables>,
  rows: readonly StoredNews[],
): Promise<void> => {
  for (const some of chunks(rows, ROWS_AT_ONCE)) {
    await db
      .deleteFrom("news")
      .where((where) => where.or(some.map((row) => where.and(keyOf(row)))))
      .execute();
  }
};

/**
 * Has rows told again whose mail was refused after all; call within a write. Devices are not told again.
 */
export const restoreRows = async (
  db: Kysely<Tables>,
  rows: readonly StoredNews[],
): Promise<void> => {
  for (const some of chunks(rows, ROWS_AT_ONCE)) {
    await db
      .insertInto("news")
      .values(some.map((row) => ({ ...row, pushed: 1 })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
};
