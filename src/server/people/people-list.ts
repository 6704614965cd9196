import { SORT_ORDERS } from "../../contract/desk-students.ts";
import {
  MAX_PEOPLE_SEARCH,
  PEOPLE_ENDING,
  PEOPLE_SORTS,
  PEOPLE_STATES,
  PEOPLE_UNSEEN,
} from "../../contract/staff-people.ts";
import { oneOf, type PageQuery, pageLimit, parseId } from "../page.ts";
import { invalid } from "../problem.ts";
import { schoolToday } from "../school/school-today.ts";
import type { Services } from "../services.ts";
import { firstOfMonth, type PeopleFilter } from "./find-people.ts";
import { type PeopleStart, pageOfPeople } from "./page-of-people.ts";
import { schoolCourses, sentPerson } from "./person-record.ts";
import { readPeople } from "./read-people.ts";

export type PeopleFilterQuery = Partial<
  Record<"search" | "course" | "level" | "state" | "unseen" | "ending", string>
>;

type PeopleListQuery = PageQuery & PeopleFilterQuery & Partial<Record<"sort" | "order", string>>;

/** The default number of people on a page. */
const PEOPLE_AT_ONCE = 50;

/** No number of a level is nearly as long. */
const LEVEL = /^\d{1,4}$/;

/** The filter of a query. @throws HttpProblem 422 */
export const filterOf = (
  services: Pick<Services, "catalogue" | "clock">,
  query: PeopleFilterQuery,
): PeopleFilter => {
  const { search = "", course, level } = query;
  if (search.length > MAX_PEOPLE_SEARCH) {
    throw invalid("search", `must have at most ${MAX_PEOPLE_SEARCH} characters`);
  }
  if (level !== undefined && !LEVEL.test(level)) throw invalid("level", "must be a number");
  const unseen = oneOf("unseen", PEOPLE_UNSEEN, query.unseen);
  const ending = oneOf("ending", PEOPLE_ENDING, query.ending);
  const today = schoolToday(services);
  return {
    search,
    course: course === undefined ? undefined : (parseId(course) ?? 0),
    level: level === undefined ? undefined : Number(level),
    state: oneOf("state", PEOPLE_STATES, query.state) ?? undefined,
    unseen: unseen === null ? undefined : unseen === "never" ? null : Number(unseen),
    ending: ending === null ? undefined : firstOfMonth(today, ending === "this-month" ? 0 : 1),
  };
};

/** A cursor: the values of the last person of a page. */
const formatStart = ({ key, name, id }: PeopleStart): string =>
  Buffer.from(JSON.stringify([key, name, id])).toString("base64url");

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return null;
  }
};

/** @throws HttpProblem 422 for anything that is no cursor of this list */
const startOf = (
  { before }: PageQuery,
  sort: (typeof PEOPLE_SORTS)[number],
): PeopleStart | null => {
  if (before === undefined) return null;
  const given = parsed(before);
  const [key, name, id] = Array.isArray(given) ? given : [];
  const hasTextKey = sort === "registered" || sort === "until";
  const isValid =
    (hasTextKey ? typeof key === "string" && !key.includes("\0") : Number.isSafeInteger(key)) &&
    typeof name === "string" &&
    !name.includes("\0") &&
    typeof id === "number" &&
    parseId(String(id)) !== null;
  if (!isValid) throw invalid("before", "must be the cursor of a page");
  return { key, name, id };
};

/** A page of people. @throws HttpProblem 422 */
export const peopleList = async (services: Services, query: PeopleListQuery) => {
  const db = services.database.read;
  const sort = oneOf("sort", PEOPLE_SORTS, query.sort) ?? "name";
  const asked = {
    ...filterOf(services, query),
    sort,
    isDescending: oneOf("order", SORT_ORDERS, query.order) === "descending",
    limit: query.limit === undefined ? PEOPLE_AT_ONCE : pageLimit(query),
    after: startOf(query, sort),
  };
  const page = await pageOfPeople(db, asked, services.clock(), schoolToday(services));
  const people = await readPeople(db, page.ids);
  return {
    people: people.map(sentPerson),
    total: page.total,
    courses: schoolCourses(services.catalogue.current),
    cursor: page.next && formatStart(page.next),
  };
};
