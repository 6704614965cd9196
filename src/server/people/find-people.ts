import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { PEOPLE_LIST } from "../../contract/staff-people.ts";
import { addMonths, type Day } from "../../domain/calendar.ts";
import type { ListQuery } from "../../domain/list-query.ts";
import { foldText } from "../../domain/search-text.ts";
import { searchedWord } from "../accounts/name-spellings.ts";
import { isPostgres } from "../db/is-postgres.ts";
import type { Tables } from "../db/schema.ts";

const DAY_MS = 86_400_000;

type PeopleState = NonNullable<ListQuery<typeof PEOPLE_LIST>["state"]>;

/** Which people are looked for. What is absent does not matter. */
export interface PeopleFilter {
  /** Words that their names or addresses have, in any spelling and order. */
  readonly search?: string | undefined;
  readonly course?: number | undefined;
  readonly level?: number | undefined;
  readonly state?: PeopleState | undefined;
  /** They have not been here for this many days; null: they have never been here. */
  readonly unseen?: number | null | undefined;
  /** The first day of a month in which their account or one of their courses ends. */
  readonly ending?: string | undefined;
}

type Condition = RawBuilder<SqlBool>;

const anyOf = (conditions: readonly RawBuilder<unknown>[]): Condition =>
  sql`(${sql.join(conditions, sql` or `)})`;
const allOf = (conditions: readonly RawBuilder<unknown>[]): Condition =>
  sql`(${sql.join(conditions, sql` and `)})`;

const YES: Condition = sql`true`;
const NO: Condition = sql`false`;

/** The most words of which other spellings are looked for. */
const MAX_SPELLED = 6;

/**
 * Whether a person has each word of a search; an address, or a part of one, has to be there as a whole. If nobody has,
 * those are found whose names sound the same or differ by one typing error.
 */
const hasWords = (db: Kysely<Tables>, search: string): Condition => {
  const folded = foldText(search);
  const words = (search.includes("@") ? [folded] : folded.split(" ")).filter(Boolean);
  // Signs alone, such as a smiley, are in nobody's name.
  if (words.length === 0) return search.trim() === "" ? YES : NO;
  const find = isPostgres(db) ? sql`strpos` : sql`instr`;
  const has = (text: RawBuilder<unknown>, part: string) =>
    sql<SqlBool>`${find}(${text}, ${part}) > 0`;
  const searched = words.map(searchedWord);
  const hasParts = (text: RawBuilder<unknown>) =>
    allOf(searched.map(({ parts }) => anyOf(parts.map((part) => has(text, part)))));
  const text = sql`account.search_text`;
  if (search.includes("@") || words.length > MAX_SPELLED) return hasParts(text);
  const spaced = sql`(' ' || replace(account.search_text, ${"\n"}, ' ') || ' ')`;
  const isNear = allOf(
    searched.map(({ parts, sounds, typed }) =>
      anyOf([
        ...parts.map((part) => has(text, part)),
        ...sounds.map((sound) => has(spaced, ` ${sound} `)),
        ...typed.map(({ halves, patterns }) =>
          allOf([
            // Comparing with a few dozen patterns takes long, and most people are none of them.
            anyOf(halves.map((half) => has(text, half))),
            anyOf(patterns.map((pattern) => sql`${spaced} like ${`% ${pattern} %`}`)),
          ]),
        ),
      ]),
    ),
  );
  return sql`(${hasParts(text)} or (${isNear} and not exists
    (select 1 from account as other where ${hasParts(sql`other.search_text`)})))`;
};

const STATES = {
  active: sql`account.blocked is null`,
  blocked: sql`account.blocked is not null`,
  "no-password": sql`account.password = ''`,
  "no-mail": sql`exists (select 1 from news_choice
    where news_choice.account_id = account.id and news_choice.refused = account.email)`,
} as const satisfies Record<PeopleState, RawBuilder<unknown>>;

const wasNotSeenSince = (time: number): Condition =>
  sql`coalesce(account.last_login, 0) < ${time} and not exists (select 1 from progress
    where progress.account_id = account.id and progress.last_seen >= ${time})`;

const hasCourse = (course: number): Condition =>
  sql`exists (select 1 from subscription
    where subscription.account_id = account.id and subscription.course_id = ${course})`;

/** Whether the account ends in a month, or the course that is looked for, or else any course. */
const endsIn = (first: string, course: number | undefined): Condition => {
  const next = addMonths(first, 1);
  const ofCourse = course === undefined ? YES : sql`subscription.course_id = ${course}`;
  // The account stores one calendar month after its last day.
  return sql`(exists (select 1 from subscription where subscription.account_id = account.id
      and subscription.exp_date >= ${first} and subscription.exp_date < ${next} and ${ofCourse})
    or (account.expire >= ${next} and account.expire < ${addMonths(first, 2)}))`;
};

/** The condition for rows of `account` that a filter asks for. */
export const matchesFilter = (
  db: Kysely<Tables>,
  { search = "", course, level, state, unseen, ending }: PeopleFilter,
  now: number,
): Condition => {
  const conditions: RawBuilder<unknown>[] = [hasWords(db, search)];
  if (course !== undefined) conditions.push(hasCourse(course));
  if (level !== undefined) conditions.push(sql`account.level = ${level}`);
  if (state !== undefined) conditions.push(STATES[state]);
  if (unseen !== undefined) {
    conditions.push(wasNotSeenSince(unseen === null ? 1 : now - unseen * DAY_MS));
  }
  if (ending !== undefined) conditions.push(endsIn(ending, course));
  return sql`(${sql.join(conditions, sql` and `)})`;
};

/** The first day of the present month, or of a later one. */
export const firstOfMonth = (today: Day<"school">, later: number): string =>
  addMonths(`${today.slice(0, 7)}-01`, later);

/** The ids of the accounts that match a filter, by username. */
export const peopleIds = async (
  db: Kysely<Tables>,
  filter: PeopleFilter,
  now: number,
): Promise<number[]> => {
  const rows = await db
    .selectFrom("account")
    .select("id")
    .where(matchesFilter(db, filter, now))
    .orderBy("username_key")
    .execute();
  return rows.map(({ id }) => id);
};
