import { SORT_ORDERS } from "../../contract/desk-students.ts";
import {
  MAX_PEOPLE_SEARCH,
  PEOPLE_ENDING,
  PEOPLE_SORTS,
  PEOPLE_STATES,
  PEOPLE_UNSEEN,
} from "../../contract/staff-people.ts";

export type PeopleSort = (typeof PEOPLE_SORTS)[number];

/** Which people a list shows, and in which order. It stands in the address; null: it does not matter. */
export interface PeopleChoice {
  readonly search: string;
  /** The id of a course. */
  readonly course: string | null;
  readonly level: string | null;
  readonly state: (typeof PEOPLE_STATES)[number] | null;
  readonly unseen: (typeof PEOPLE_UNSEEN)[number] | null;
  readonly ending: (typeof PEOPLE_ENDING)[number] | null;
  readonly sort: PeopleSort;
  readonly order: (typeof SORT_ORDERS)[number];
}

const oneOf = <Value extends string>(values: readonly Value[], given: string | null) =>
  values.find((value) => value === given) ?? null;

/** Reads the choice of an address. What it does not know counts as absent. */
export const readChoice = (address: string): PeopleChoice => {
  const query = new URLSearchParams(address);
  const number = (name: string, digits: number): string | null => {
    const given = query.get(name) ?? "";
    return /^\d+$/.test(given) && given.length <= digits ? given : null;
  };
  return {
    search: (query.get("search") ?? "").replaceAll("\0", "").slice(0, MAX_PEOPLE_SEARCH),
    course: number("course", 10),
    level: number("level", 4),
    state: oneOf(PEOPLE_STATES, query.get("state")),
    unseen: oneOf(PEOPLE_UNSEEN, query.get("unseen")),
    ending: oneOf(PEOPLE_ENDING, query.get("ending")),
    sort: oneOf(PEOPLE_SORTS, query.get("sort")) ?? "name",
    order: oneOf(SORT_ORDERS, query.get("order")) ?? "ascending",
  };
};

/** The choice as a query, without what it has by default; empty for all people by name. */
export const queryOf = (choice: PeopleChoice): string => {
  const query = new URLSearchParams();
  const search = choice.search.trim();
  if (search) query.set("search", search);
  for (const name of ["course", "level", "state", "unseen", "ending"] as const) {
    const value = choice[name];
    if (value !== null) query.set(name, value);
  }
  if (choice.sort !== "name") query.set("sort", choice.sort);
  if (choice.order !== "ascending") query.set("order", choice.order);
  return query.toString();
};

/** The choice after a press on a column's heading: by that column, or the other way round. */
export const sortedBy = (choice: PeopleChoice, sort: PeopleSort): PeopleChoice => {
  if (choice.sort === sort) {
    return { ...choice, order: choice.order === "ascending" ? "descending" : "ascending" };
  }
  return { ...choice, sort, order: "ascending" };
};
