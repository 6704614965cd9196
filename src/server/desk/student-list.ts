import { type Kysely, type RawBuilder, sql } from "kysely";
import { STUDENTS_LIST } from "../../contract/desk-students.ts";
import type { GivenQuery, ListQuery } from "../../domain/list-query.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { foldText } from "../../domain/search-text.ts";
import { namesIn, sortedName } from "../accounts/account-search.ts";
import { findNamed } from "../accounts/name-spellings.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { Account, Tables } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import { comesAfter, decodeListQuery, pageLengthOf } from "../list-query.ts";
import { formatCursor, type PageQuery, pageStart } from "../page.ts";
import type { Services } from "../services.ts";
import { overviewOf, type StudentOverview } from "./student-page.ts";
import { maySignIn, studentsOf } from "./students.ts";
import { coursesShown, sentCourses } from "./viewer.ts";
import { type VisibleRows, visibleTo } from "./visible-rows.ts";

export type StudentsQuery = GivenQuery<typeof STUDENTS_LIST>;
type DecodedQuery = ListQuery<typeof STUDENTS_LIST>;

type Candidate = Pick<Account, "id" | "registered" | "last_login" | "search_text"> & {
  readonly may_sign_in: number;
};

/** Whether a row of `account` is a student's whom a viewer may see and who may sign in. */
export const areStudents = (
  visible: VisibleRows,
  course: number | null = null,
): RawBuilder<boolean> => {
  const hasCourse =
    course === null
      ? sql`true`
      : sql`exists (select 1 from subscription
          where subscription.account_id = account.id and subscription.course_id = ${course})`;
  return sql`(level < ${sql.lit(TUTOR_LEVEL)} and blocked is null
    and ${visible.accounts()} and ${hasCourse})`;
};

const candidates = (
  db: Kysely<Tables>,
  visible: VisibleRows,
  course: number | null,
): Promise<Candidate[]> =>
  db
    .selectFrom("account")
    .select(["id", "registered", "last_login", "search_text", maySignIn.as("may_sign_in")])
    .where(areStudents(visible, course))
    .execute();

/** Those whose names have each word of a search, in any order; if nobody's has, those with names like it. */
const found = (all: readonly Candidate[], search = ""): readonly Candidate[] => {
  const words = foldText(search).split(" ").filter(Boolean);
  // Signs alone, such as a smiley, are in nobody's name.
  if (words.length === 0) return search.trim() === "" ? all : [];
  const named = all.map((candidate) => ({ ...candidate, text: namesIn(candidate.search_text) }));
  return findNamed(named, words);
};

/** What students are sorted by. Those with the same value are sorted by name. */
const KEYS = {
  name: () => 0,
  seen: ({ lastSeen }) => lastSeen ?? 0,
  week: ({ week }) => week,
  waiting: ({ waiting }) => waiting,
  // Without a last day: after all others.
  until: ({ until }) => (until === null ? Number.POSITIVE_INFINITY : Date.parse(until)),
} satisfies Record<DecodedQuery["sort"], (overview: StudentOverview) => number>;

const FILTERS = {
  all: () => true,
  stuck: ({ state }) => state.stuck,
  new: ({ state }) => state.new,
  ending: ({ state }) => state.ending,
  waiting: ({ waiting }) => waiting > 0,
} satisfies Record<DecodedQuery["filter"], (overview: StudentOverview) => boolean>;

/** Where a page begins. Somebody may have come or gone, so the last student of the page before counts. */
const startOf = (sorted: readonly { id: number }[], query: PageQuery): number => {
  const start = pageStart(query, "id", "id");
  if (!start) return 0;
  const at = sorted.findIndex(({ id }) => id === start[1]);
  return at < 0 ? start[0] : at + 1;
};

const prepare = async (services: Services, tutor: SignedIn, query: StudentsQuery) => {
  const { course = null, ...decoded } = decodeListQuery(STUDENTS_LIST, query);
  const visible = await visibleTo(services, services.database.read, tutor);
  const shown = coursesShown(services.catalogue.current, visible.viewer);
  const isSeen = course === null || shown.has(course);
  return { ...decoded, visible, course, shown, isSeen };
};

type Prepared = Awaited<ReturnType<typeof prepare>>;

/**
 * All students of a list, in its order. On SQLite a thread of its own reads them, as what all of them have studied
 * is read.
 */
const sortStudents = async (
  services: Services,
  { filter, sort, isDescending, search, visible, course, isSeen }: Prepared,
): Promise<{ id: number }[]> => {
  const db = services.database.reporting;
  const all = isSeen ? await candidates(db, visible, course) : [];
  const chosen = found(all, search);
  const isPlain = filter === "all" && sort === "name";
  const overviews = isPlain
    ? null
    : await overviewOf(services, db, visible, { accounts: chosen, filter, sort, course });
  const rows = chosen
    .map(({ id, search_text }) => ({ id, search_text, overview: overviews?.get(id) }))
    .filter(({ overview }) => !overview || FILTERS[filter](overview))
    .map((row) => ({ ...row, key: row.overview ? KEYS[sort](row.overview) : 0 }));
  const direction = isDescending ? -1 : 1;
  const byName = sort === "name" ? direction : 1;
  return rows.sort((a, b) => {
    if (a.key !== b.key) return a.key < b.key ? -direction : direction;
    if (a.search_text === b.search_text) return byName * (a.id - b.id);
    return a.search_text < b.search_text ? -byName : byName;
  });
};

/** All students of a list, in its order. @throws HttpProblem 422 */
export const sortedStudents = async (services: Services, tutor: SignedIn, query: StudentsQuery) => {
  const prepared = await prepare(services, tutor, query);
  return { ...prepared, sorted: await sortStudents(services, prepared) };
};

/** The ids of a page, how many students are on all pages, and where the next page begins; null: there is none. */
interface PageOfIds {
  readonly page: readonly number[];
  readonly total: number;
  readonly next: number | null;
}

/** A page of all students by name: others are not read. */
const plainPage = async (
  { database: { read } }: Services,
  { isDescending, visible, course }: Prepared,
  query: PageQuery,
  limit: number,
): Promise<PageOfIds> => {
  const start = pageStart(query, "id", "id");
  const name = sortedName(read);
  const students = read.selectFrom("account").where(areStudents(visible, course));
  const last = start
    ? await read
        .selectFrom("account")
        .select(["id", "search_text"])
        .where("id", "=", start[1])
        .executeTakeFirst()
    : undefined;
  const after = last ? [last.search_text, last.id] : null;
  const direction = isDescending ? "desc" : "asc";
  const [rows, { count }] = await waitForAll(
    students
      .select("id")
      .where(comesAfter([name, sql`account.id`], after, isDescending))
      .orderBy(name, direction)
      .orderBy("id", direction)
      .limit(limit + 1)
      // The last student of the page before has gone.
      .offset(last ? 0 : (start?.[0] ?? 0))
      .execute(),
    students.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  );
  const page = rows.slice(0, limit).map(({ id }) => id);
  const next = rows.length > limit ? (start?.[0] ?? 0) + limit : null;
  return { page, total: Number(count), next };
};

/** A page of the students whom a tutor may see. @throws HttpProblem 422 */
export const studentList = async (
  services: Services,
  tutor: SignedIn,
  query: StudentsQuery & PageQuery,
) => {
  const limit = pageLengthOf(STUDENTS_LIST, query);
  pageStart(query, "id", "id");
  const prepared = await prepare(services, tutor, query);
  const { visible, shown, isSeen } = prepared;
  const isPlain = prepared.filter === "all" && prepared.sort === "name" && !prepared.search?.trim();
  const pageOf = async (): Promise<PageOfIds> => {
    if (isPlain && isSeen) return plainPage(services, prepared, query, limit);
    const sorted = await sortStudents(services, prepared);
    const start = startOf(sorted, query);
    const page = sorted.slice(start, start + limit).map(({ id }) => id);
    const next = start + page.length;
    return { page, total: sorted.length, next: next < sorted.length ? next : null };
  };
  const { page, total, next } = await pageOf();
  const students = await studentsOf(services, services.database.read, visible, page);
  return {
    students: page.flatMap((id) => students.get(id) ?? []),
    total,
    courses: sentCourses(shown),
    cursor: next === null ? null : formatCursor(next, page.at(-1) ?? 0),
  };
};
