import type { Kysely } from "kysely";
import { addDays, addMonths } from "../../domain/calendar.ts";
import { teachesCourses } from "../../domain/roles.ts";
import { accountsNamedAlike } from "../db/account-keys.ts";
import { courseIds } from "../db/course-ids.ts";
import type { Account, Tables } from "../db/schema.ts";
import { withAsciiDomain, withUnicodeDomain } from "../mail-address.ts";
import { normalize } from "../normalize.ts";

/** An account with its courses. Fields without a value are null. */
export interface ListedPerson {
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  /** 0 student, 10 tutor, 20 manager, 100 administrator. */
  level: number;
  registered: string;
  /** The last day of access. */
  lastDay: string | null;
  /** Since when the account is blocked, an ISO date with time. */
  blocked: string | null;
  lastLogin: string | null;
  courses: { key: string; from: string | null; until: string | null; months: number | null }[];
  /** The keys of the courses that a tutor teaches; null for other levels. */
  teaches: "all" | readonly string[] | null;
  /** Since when its mail address is known to take no mails, an ISO date with time. */
  mailRefused: string | null;
  /** Another account whose name or mail address looks like this one's; see `accountsNamedAlike`. */
  sameAs: string | null;
}

export interface PeopleFilter {
  /** The id of a course that they have. */
  course?: number;
  level?: number;
  blocked?: boolean;
  /** A part of the username, the name or the email address, in any case. */
  search?: string;
}

const iso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** The last day of access; the account stores one calendar month after it. */
const lastDayOf = (expire: string): string => {
  // One month after the 29th, 30th or 31st can be the same day. The latest of them counts.
  let day = addMonths(expire, -1);
  while (addMonths(addDays(day, 1), 1) <= expire) day = addDays(day, 1);
  return day;
};

const matches = (account: Account, search: string): boolean => {
  const { username, email, first_name, last_name } = account;
  const addresses = [email, withAsciiDomain(email), withUnicodeDomain(email)];
  const texts = [username, ...addresses, `${first_name} ${last_name}`];
  const wanted = normalize(search, "NFKC").toLowerCase();
  return texts.some((text) => normalize(text, "NFKC").toLowerCase().includes(wanted));
};

/** Since when the present addresses of accounts are refused, by the accounts' ids. */
const refusedAddresses = async (db: Kysely<Tables>): Promise<Map<number, number | null>> => {
  const rows = await db
    .selectFrom("news_choice")
    .innerJoin("account", "account.id", "news_choice.account_id")
    .select(["account.id", "refused_at"])
    .whereRef("refused", "=", "account.email")
    .execute();
  return new Map(rows.map(({ id, refused_at }) => [id, refused_at]));
};

/** The accounts that match, by name. */
export const listPeople = async (
  db: Kysely<Tables>,
  { course, level, blocked, search }: PeopleFilter,
  accountId?: number,
): Promise<ListedPerson[]> => {
  const keys = new Map([...(await courseIds(db))].map(([key, id]) => [id, key]));
  const subscriptions = Map.groupBy(
    await db.selectFrom("subscription").selectAll().orderBy("course_id").execute(),
    (row) => row.account_id,
  );
  const taught = Map.groupBy(
    await db.selectFrom("teaches").selectAll().orderBy("course_id").execute(),
    (row) => row.account_id,
  );
  const keyOf = (courseId: number) => keys.get(courseId) ?? `#${courseId}`;
  const taughtBy = ({ id, level, teaches_all }: Account): ListedPerson["teaches"] => {
    if (!teachesCourses(level)) return null;
    return teaches_all ? "all" : (taught.get(id) ?? []).map(({ course_id }) => keyOf(course_id));
  };
  let query = db.selectFrom("account").selectAll().orderBy("username_key");
  if (level !== undefined) query = query.where("level", "=", level);
  if (blocked) query = query.where("blocked", "is not", null);
  if (accountId !== undefined) query = query.where("id", "=", accountId);
  const accounts = await query.execute();
  const refused = await refusedAddresses(db);
  const alike = await accountsNamedAlike(db);
  return accounts
    .filter((account) => search === undefined || matches(account, search))
    .map((account) => ({ account, own: subscriptions.get(account.id) ?? [] }))
    .filter(({ own }) => course === undefined || own.some((row) => row.course_id === course))
    .map(({ account, own }) => ({
      username: account.username,
      email: account.email,
      firstName: account.first_name,
      lastName: account.last_name,
      level: account.level,
      registered: account.registered,
      lastDay: account.expire === null ? null : lastDayOf(account.expire),
      blocked: iso(account.blocked),
      lastLogin: iso(account.last_login),
      courses: own.map(({ course_id, sub_date, exp_date, sub_months }) => ({
        key: keyOf(course_id),
        from: sub_date,
        until: exp_date,
        months: sub_months,
      })),
      teaches: taughtBy(account),
      mailRefused: iso(refused.get(account.id) ?? null),
      sameAs: alike.get(account.id) ?? null,
    }));
};
