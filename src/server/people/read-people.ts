import { type Kysely, sql } from "kysely";
import { teachesCourses } from "../../domain/roles.ts";
import { accountsById } from "../accounts/account-rows.ts";
import { amongIds } from "../db/given-values.ts";
import type { Account, Tables } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import type { TaughtCourses } from "../desk/viewer.ts";
import { lastDayOf } from "./account-days.ts";

/** A person as lists show them. Times are milliseconds since 1970. */
export interface KnownPerson {
  readonly account: Account;
  readonly courses: readonly Tables["subscription"][];
  /** The courses that a tutor teaches; null for other levels. */
  readonly teaches: TaughtCourses | null;
  /** The courses that they would teach as a tutor. */
  readonly taught: TaughtCourses;
  /** The last day of access; null: no end. */
  readonly lastDay: string | null;
  /** When they signed in or studied last; null: never. */
  readonly seen: number | null;
  /** Since when the mail address is known to take no mails. */
  readonly mailRefused: number | null;
  /** The username of another account whose name or mail address looks like this one's. */
  readonly sameAs: string | null;
}

/** The courses that people have, and those that they teach, by the ids of their accounts. */
export const readCourses = async (db: Kysely<Tables>, ids: readonly number[]) => {
  const among = amongIds(db, "account_id", ids);
  const [subscriptions, taught] = await waitForAll(
    db.selectFrom("subscription").selectAll().where(among).orderBy("course_id").execute(),
    db.selectFrom("teaches").selectAll().where(among).orderBy("course_id").execute(),
  );
  return {
    coursesOf: Map.groupBy(subscriptions, (row) => row.account_id),
    taughtBy: Map.groupBy(taught, (row) => row.account_id),
  };
};

/** Accounts that have a name or an address that looks like another account's. */
const readAlike = (db: Kysely<Tables>, ids: readonly number[]) =>
  db
    .selectFrom("account")
    .innerJoin("account as other", (join) =>
      join.onRef("other.id", "!=", "account.id").on(
        sql<boolean>`(other.username_like in (account.username_like, account.email_like)
            or other.email_like in (account.username_like, account.email_like))`,
      ),
    )
    .select(["account.id", "other.username"])
    .where(amongIds(db, "account.id", ids))
    .orderBy("other.id", "desc")
    .execute();

/** Reads people with their courses, in the order of their ids in the list. */
export const readPeople = async (
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<KnownPerson[]> => {
  const [accounts, { coursesOf, taughtBy }, studied, refused, alike] = await waitForAll(
    accountsById(db, ids),
    readCourses(db, ids),
    db
      .selectFrom("progress")
      .select(({ fn }) => ["account_id", fn.max("last_seen").as("seen")])
      .where(amongIds(db, "account_id", ids))
      .groupBy("account_id")
      .execute(),
    db
      .selectFrom("news_choice")
      .innerJoin("account", "account.id", "news_choice.account_id")
      .select(["account.id", "refused_at"])
      .where(amongIds(db, "account.id", ids))
      .whereRef("refused", "=", "account.email")
      .execute(),
    readAlike(db, ids),
  );
  const studiedAt = new Map(studied.map((row) => [row.account_id, Number(row.seen)]));
  const refusedAt = new Map(refused.map((row) => [row.id, row.refused_at]));
  const sameAs = new Map(alike.map((row) => [row.id, row.username]));
  const taughtOf = ({ id, teaches_all }: Account): TaughtCourses =>
    teaches_all === 1 ? "all" : (taughtBy.get(id) ?? []).map(({ course_id }) => course_id);
  return ids.flatMap((id): KnownPerson[] => {
    const account = accounts.get(id);
    if (!account) return [];
    const seen = Math.max(studiedAt.get(id) ?? 0, Number(account.last_login ?? 0));
    const refusedSince = refusedAt.get(id) ?? null;
    return [
      {
        account,
        courses: coursesOf.get(id) ?? [],
        teaches: teachesCourses(account.level) ? taughtOf(account) : null,
        taught: taughtOf(account),
        lastDay: account.expire === null ? null : lastDayOf(account.expire),
        seen: seen || null,
        mailRefused: refusedSince === null ? null : Number(refusedSince),
        sameAs: sameAs.get(id) ?? null,
      },
    ];
  });
};
