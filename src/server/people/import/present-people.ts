import type { Kysely } from "kysely";
import { likenessOf } from "../../accounts/account-names.ts";
import { amongIds, amongTexts } from "../../db/given-values.ts";
import type { Account, Tables } from "../../db/schema.ts";
import { waitForAll } from "../../db/wait-for-all.ts";
import { readCourses } from "../read-people.ts";

const COLUMNS = [
  "id",
  "username",
  "username_key",
  "username_like",
  "email",
  "email_key",
  "email_like",
  "first_name",
  "last_name",
  "level",
  "expire",
  "blocked",
  "teaches_all",
] as const;

type NamedAccount = Pick<Account, (typeof COLUMNS)[number]>;

/** A person whom a row may be about, as they are now. */
export interface PresentPerson {
  readonly account: NamedAccount;
  readonly courses: ReadonlyMap<number, Omit<Tables["subscription"], "account_id">>;
  readonly taught: ReadonlySet<number>;
  /** Empty if it is not known. */
  readonly language: string;
}

const withDetails = async (
  db: Kysely<Tables>,
  accounts: readonly NamedAccount[],
): Promise<PresentPerson[]> => {
  const ids = accounts.map(({ id }) => id);
  const [{ coursesOf, taughtBy }, choices] = await waitForAll(
    readCourses(db, ids),
    db
      .selectFrom("news_choice")
      .select(["account_id", "language"])
      .where(amongIds(db, "account_id", ids))
      .execute(),
  );
  const languages = new Map(choices.map((row) => [row.account_id, row.language ?? ""]));
  return accounts.map((account) => ({
    account,
    courses: new Map(
      (coursesOf.get(account.id) ?? []).map(({ account_id: _, ...course }) => [
        course.course_id,
        course,
      ]),
    ),
    taught: new Set((taughtBy.get(account.id) ?? []).map(({ course_id }) => course_id)),
    language: languages.get(account.id) ?? "",
  }));
};

/** The people who have a name or an address that looks like one of these. */
export const peopleNamed = async (
  db: Kysely<Tables>,
  names: readonly string[],
): Promise<PresentPerson[]> => {
  const likenesses = new Set(names.map(likenessOf));
  const [byName, byAddress] = await waitForAll(
    ...(["username_like", "email_like"] as const).map((column) =>
      db
        .selectFrom("account")
        .select(COLUMNS)
        .where(amongTexts(db, column, likenesses))
        .execute(),
    ),
  );
  const accounts = new Map(
    [...(byName ?? []), ...(byAddress ?? [])].map((account) => [account.id, account]),
  );
  return withDetails(db, [...accounts.values()]);
};

/** The people with these ids who are still there. */
export const peopleWithIds = async (
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<PresentPerson[]> =>
  withDetails(
    db,
    await db
      .selectFrom("account")
      .select(COLUMNS)
      .where(amongIds(db, "id", ids))
      .orderBy("id")
      .execute(),
  );
