import { SORT_ORDERS, STUDENT_FILTERS, STUDENT_SORTS } from "../../../contract/desk-students.ts";

export type StudentFilter = (typeof STUDENT_FILTERS)[number];
export type StudentSort = (typeof STUDENT_SORTS)[number];
export type SortOrder = (typeof SORT_ORDERS)[number];

/** Which students a list shows, and in which order. It stands in the address. */
export interface StudentChoice {
  readonly filter: StudentFilter;
  /** The id of a course; null: all courses. */
  readonly course: string | null;
  readonly sort: StudentSort;
  readonly order: SortOrder;
  readonly search: string;
}

/** The school refuses longer searches. */
export const MAX_SEARCH = 200;

const oneOf = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  given: string | null,
): Values[number] => values.find((value) => value === given) ?? values[0];

/** Reads the choice of an address. What it does not know counts as absent. */
export const readChoice = (search: string): StudentChoice => {
  const query = new URLSearchParams(search);
  const course = query.get("course");
  return {
    filter: oneOf(STUDENT_FILTERS, query.get("filter")),
    course: course && /^\d{1,10}$/.test(course) ? course : null,
    sort: oneOf(STUDENT_SORTS, query.get("sort")),
    order: oneOf(SORT_ORDERS, query.get("order")),
    search: (query.get("search") ?? "").replaceAll("\0", "").slice(0, MAX_SEARCH),
  };
};

/** The choice as a query, without what it has by default; empty for all students by name. */
export const queryOf = (choice: StudentChoice): string =>
  new URLSearchParams({
    ...(choice.filter !== "all" && { filter: choice.filter }),
    ...(choice.course && { course: choice.course }),
    ...(choice.sort !== "name" && { sort: choice.sort }),
    ...(choice.order !== "ascending" && { order: choice.order }),
    ...(choice.search.trim() && { search: choice.search.trim() }),
  }).toString();

/** The choice as the end of an address. */
export const formatChoice = (choice: StudentChoice): string => {
  const query = queryOf(choice);
  return query && `?${query}`;
};

/** The choice after a press on a column's heading: by that column, or the other way round. */
export const sortedBy = (choice: StudentChoice, sort: StudentSort): StudentChoice => {
  if (choice.sort === sort) {
    return { ...choice, order: choice.order === "ascending" ? "descending" : "ascending" };
  }
  // Of what waits, the most is of interest.
  return { ...choice, sort, order: sort === "waiting" ? "descending" : "ascending" };
};
