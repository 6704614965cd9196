import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { PEOPLE_SORTS } from "../../contract/staff-people.ts";
import type { Day } from "../../domain/calendar.ts";
import { sortedName } from "../accounts/account-search.ts";
import { isPostgres } from "../db/is-postgres.ts";
import type { Tables } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import { matchesFilter, type PeopleFilter } from "./find-people.ts";

/** Where a page of people begins: after the person with these values. */
export interface PeopleStart {
  readonly key: string | number;
  readonly name: string;
  readonly id: number;
}

export interface PeopleQuery extends PeopleFilter {
  readonly sort: (typeof PEOPLE_SORTS)[number];
  readonly isDescending: boolean;
  readonly limit: number;
  /** Null: the first page. */
  readonly after: PeopleStart | null;
}

/** Later than the last day of every course. */
const NO_END = "9999";

/** What people are sorted by. Those with the same value are sorted by name. */
const keyOf = (
  db: Kysely<Tables>,
  { sort, course }: PeopleQuery,
  today: Day<"school">,
): RawBuilder<string | number> => {
  const latest = isPostgres(db) ? sql`greatest` : sql`max`;
  const ofCourse = course === undefined ? sql`true` : sql`subscription.course_id = ${course}`;
  switch (sort) {
    case "level":
      return sql`account.level`;
    case "seen":
      return sql`${latest}(coalesce(account.last_login, 0), coalesce((select max(last_seen)
        from progress where progress.account_id = account.id), 0))`;
    case "registered":
      return sql`account.registered`;
    case "until":
      return sql`coalesce((select min(exp_date) from subscription
        where subscription.account_id = account.id and exp_date >= ${today} and ${ofCourse}),
        ${NO_END})`;
    default:
      // A bare number would name a column.
      return sql`cast(0 as integer)`;
  }
};

/** The ids of a page of people, how many there are on all pages, and where the next page begins. */
export const pageOfPeople = async (
  db: Kysely<Tables>,
  query: PeopleQuery,
  now: number,
  today: Day<"school">,
): Promise<{
  readonly ids: readonly number[];
  readonly total: number;
  readonly next: PeopleStart | null;
}> => {
  const { isDescending, limit, after } = query;
  const matches = matchesFilter(db, query, now);
  const key = keyOf(db, query, today);
  const order = isDescending ? "desc" : "asc";
  const counting = db
    .selectFrom("account")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(matches)
    .executeTakeFirstOrThrow();
  let page = db
    .selectFrom("account")
    .select(["id", "search_text", key.as("key")])
    .where(matches)
    .orderBy(key, order)
    .orderBy(sortedName(db), order)
    .orderBy("id", order)
    .limit(limit + 1);
  if (after) {
    const than = isDescending ? sql`<` : sql`>`;
    page = page.where(
      sql<SqlBool>`(${key}, ${sortedName(db)}, account.id) ${than} (${after.key}, ${after.name}, ${after.id})`,
    );
  }
  const [rows, { count }] = await waitForAll(page.execute(), counting);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    ids: shown.map(({ id }) => id),
    total: Number(count),
    next: hasMore ? { key: last.key, name: last.search_text, id: last.id } : null,
  };
};
