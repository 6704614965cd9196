import { type Kysely, type RawBuilder, sql } from "kysely";
import { SORT_ORDERS, STUDENT_FILTERS, STUDENT_SORTS } from "../../../contract/desk-students.ts";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import { foldText } from "../../../domain/search-text.ts";
import { findNamed } from "../../db/name-spellings.ts";
import type { Account, Tables } from "../../db/schema.ts";
import { nameOf } from "../assignments/sent-assignment.ts";
import { oneOf } from "../one-of.ts";
import { formatCursor, type PageQuery, pageLimit, pageStart } from "../page.ts";
import { parseId } from "../parse-id.ts";
import { invalid } from "../problem.ts";
import type { Services } from "../services.ts";
import type { SignedIn } from "../session/tokens.ts";
import { coursesShown, sentCourses } from "./held-courses.ts";
import { overviewOf, type StudentOverview } from "./student-overview.ts";
import { maySignIn, studentsOf } from "./students.ts";
import { type VisibleRows, visibleTo } from "./visible-rows.ts";

/** Which students, and in which order. */
export type StudentsQuery = Partial<
  Record<"course" | "filter" | "sort" | "order" | "search", string>
>;

/** The default number of students on a page. */
const STUDENTS_AT_ONCE = 50;
/** No name is nearly as long. */
const MAX_SEARCH_LENGTH = 200;

/** Compares names in the same way on every machine. */
const byName = new Intl.Collator("en", { sensitivity: "base", numeric: true });

type Candidate = Pick<Account, "id" | "registered" | "last_login"> & {
  readonly may_sign_in: number;
  readonly name: string;
  /** What a search looks into. */
  readonly folded: string;
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

const candidates = async (
  db: Kysely<Tables>,
  visible: VisibleRows,
  course: number | null,
): Promise<Candidate[]> => {
  const rows = await db
    .selectFrom("account")
    .select(["id", "first_name", "last_name", "username", "registered", "last_login"])
    .select(maySignIn.as("may_sign_in"))
    .where(areStudents(visible, course))
    .execute();
  return rows.map(({ first_name, last_name, username, ...row }) => ({
    ...row,
    name: nameOf({ first_name, last_name, username }),
    folded: foldText(`${first_name} ${last_name} ${username}`),
  }));
};

/** Those whose names have each word of a search, in any order; if nobody's has, those with names like it. */
const found = (all: readonly Candidate[], search = ""): readonly Candidate[] => {
  if (search.length > MAX_SEARCH_LENGTH) {
    throw invalid("search", `must have at most ${MAX_SEARCH_LENGTH} characters`);
  }
  const words = foldText(search).split(" ").filter(Boolean);
  // Signs alone, such as a smiley, are in nobody's name.
  if (words.length === 0) return search.trim() === "" ? all : [];
  return findNamed(all, words);
};

type Sort = (typeof STUDENT_SORTS)[number];

/** What students are sorted by. Those with the same value are sorted by name. */
const KEYS = {
  name: () => 0,
  seen: ({ lastSeen }) => lastSeen ?? 0,
  week: ({ week }) => week,
  waiting: ({ waiting }) => waiting,
  // Without a last day: after all others.
  until: ({ until }) => (until === null ? Number.POSITIVE_INFINITY : Date.parse(until)),
} satisfies Record<Sort, (overview: StudentOverview) => number>;

const FILTERS = {
  all: () => true,
  stuck: ({ state }) => state.stuck,
  new: ({ state }) => state.new,
  ending: ({ state }) => state.ending,
  waiting: ({ waiting }) => waiting > 0,
} satisfies Record<(typeof STUDENT_FILTERS)[number], (overview: StudentOverview) => boolean>;

/** Where a page begins. Somebody may have come or gone, so the last student of the page before counts. */
const startOf = (sorted: readonly { id: number }[], query: PageQuery): number => {
  const start = pageStart(query, "id", "id");
  if (!start) return 0;
  const at = sorted.findIndex(({ id }) => id === start[1]);
  return at < 0 ? start[0] : at + 1;
};

/** All students of a list, in its order. @throws HttpProblem 422 */
export const sortedStudents = async (services: Services, tutor: SignedIn, query: StudentsQuery) => {
  const db = services.database.read;
  const filter = oneOf("filter", STUDENT_FILTERS, query.filter) ?? "all";
  const sort = oneOf("sort", STUDENT_SORTS, query.sort) ?? "name";
  const order = oneOf("order", SORT_ORDERS, query.order) ?? "ascending";
  const visible = await visibleTo(services, db, tutor);
  const course = query.course === undefined ? null : (parseId(query.course) ?? 0);
  const shown = coursesShown(services.catalogue.current, visible.viewer);
  const isSeen = course === null || shown.has(course);
  const all = isSeen ? await candidates(db, visible, course) : [];
  const chosen = found(all, query.search);
  const isPlain = filter === "all" && sort === "name";
  const overviews = isPlain
    ? null
    : await overviewOf(services, db, visible, { accounts: chosen, filter, sort, course });
  const rows = chosen
    .map((candidate) => ({ ...candidate, overview: overviews?.get(candidate.id) }))
    .filter(({ overview }) => !overview || FILTERS[filter](overview))
    .map((row) => ({ ...row, key: row.overview ? KEYS[sort](row.overview) : 0 }));
  const direction = order === "ascending" ? 1 : -1;
  const sorted = rows.toSorted(
    (a, b) =>
      (a.key === b.key ? 0 : a.key < b.key ? -direction : direction) ||
      (sort === "name" ? direction : 1) * (byName.compare(a.name, b.name) || a.id - b.id),
  );
  return { visible, shown, sorted };
};

/** A page of the students whom a tutor may see. @throws HttpProblem 422 */
export const studentList = async (
  services: Services,
  tutor: SignedIn,
  query: StudentsQuery & PageQuery,
) => {
  const limit = query.limit === undefined ? STUDENTS_AT_ONCE : pageLimit(query);
  pageStart(query, "id", "id");
  const { visible, shown, sorted } = await sortedStudents(services, tutor, query);
  const start = startOf(sorted, query);
  const page = sorted.slice(start, start + limit).map(({ id }) => id);
  const students = await studentsOf(services, services.database.read, visible, page);
  const next = start + page.length;
  return {
    students: page.flatMap((id) => students.get(id) ?? []),
    total: sorted.length,
    courses: sentCourses(shown),
    cursor: next < sorted.length ? formatCursor(next, page.at(-1) ?? 0) : null,
  };
};
