import { type Kysely, type RawBuilder, sql } from "kysely";
import { PEOPLE_LIST } from "../../contract/staff-people.ts";
import type { Day } from "../../domain/calendar.ts";
import { FALLBACK_LANGUAGE, isLanguage } from "../../domain/languages.ts";
import type { GivenQuery, ListQuery } from "../../domain/list-query.ts";
import { sortedName } from "../accounts/account-search.ts";
import { isPostgres } from "../db/is-postgres.ts";
import type { Tables } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import { comesAfter, decodeListQuery, pageLengthOf } from "../list-query.ts";
import { type PageQuery, pageOf, pageStart } from "../page.ts";
import { schoolToday } from "../school/school-today.ts";
import type { Services } from "../services.ts";
import { firstOfMonth, matchesFilter, type PeopleFilter, peopleIds } from "./find-people.ts";
import { peopleRows, peopleTitles } from "./import/import-file.ts";
import { schoolCourses, sentPerson } from "./person-record.ts";
import { readPeople } from "./read-people.ts";

type PeopleQuery = ListQuery<typeof PEOPLE_LIST>;

const filterOf = (
  { search, course, level, state, unseen, ending }: PeopleQuery,
  today: Day<"school">,
): PeopleFilter => ({
  ...{ search, course, level, state },
  unseen: unseen === "never" ? null : unseen && Number(unseen),
  ending: ending && firstOfMonth(today, ending === "this-month" ? 0 : 1),
});

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

/** A page of people. @throws HttpProblem 422 */
export const peopleList = async (
  services: Services,
  given: GivenQuery<typeof PEOPLE_LIST> & PageQuery,
) => {
  const db = services.database.read;
  const today = schoolToday(services);
  const query = decodeListQuery(PEOPLE_LIST, given);
  const { sort, isDescending } = query;
  const limit = pageLengthOf(PEOPLE_LIST, given);
  const hasTextKey = sort === "registered" || sort === "until";
  const start = pageStart(given, hasTextKey ? "text" : "time", "text", "id");
  const key = keyOf(db, query, today);
  const name = sortedName(db);
  const order = isDescending ? "desc" : "asc";
  const matching = db
    .selectFrom("account")
    .where(matchesFilter(db, filterOf(query, today), services.clock()));
  const [rows, { count }] = await waitForAll(
    matching
      .select(["id", "search_text", key.as("key")])
      .where(comesAfter([key, name, sql`account.id`], start, isDescending))
      .orderBy(key, order)
      .orderBy(name, order)
      .orderBy("id", order)
      .limit(limit + 1)
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  );
  const { page, cursor } = pageOf(rows, limit, (last) => [last.key, last.search_text, last.id]);
  const people = await readPeople(
    db,
    page.map(({ id }) => id),
  );
  return {
    people: people.map(sentPerson),
    total: Number(count),
    courses: schoolCourses(services.catalogue.current),
    cursor,
  };
};

/** All people of a list as a table that can be imported. @throws HttpProblem 422 */
export const peopleTable = async (
  services: Services,
  given: GivenQuery<typeof PEOPLE_LIST> & { readonly language?: string },
) => {
  const db = services.database.read;
  const language = isLanguage(given.language) ? given.language : FALLBACK_LANGUAGE;
  const filter = filterOf(decodeListQuery(PEOPLE_LIST, given), schoolToday(services));
  const ids = await peopleIds(db, filter, services.clock());
  return { name: "people", columns: peopleTitles(language), rows: peopleRows(db, ids) };
};
