import type {
  FilterKind,
  ListDeclaration,
  ListQueryName,
  SortOf,
  SortOrder,
} from "../contract/list.ts";
import type { Day } from "./calendar.ts";
import { isDay } from "./is-day.ts";

/** The most characters of a search. No name is nearly as long. */
export const MAX_SEARCH = 200;

type Filters<List extends ListDeclaration> = List["filters"];

type Value<Kind> = Kind extends readonly (infer One extends string)[] ? One : string;

/**
 * What a screen shows of a list: the text of each filter, empty for one that does not matter, and the sort
 * where the list has several. It stands in the address.
 */
export type ListChoice<List extends ListDeclaration> = {
  readonly [Name in keyof Filters<List>]:
    | Value<Filters<List>[Name]>
    | (Name extends keyof List["initial"] ? never : "");
} & ([SortOf<List>] extends [never]
  ? unknown
  : { readonly sort: SortOf<List>; readonly order: SortOrder });

export type AnyChoice = Readonly<Record<string, string>>;

/** What is wrong with the text of a filter; null: nothing. An id that nobody has is none of the mistakes. */
export const filterProblem = (kind: FilterKind, text: string): string | null => {
  const problems = {
    words: text.length > MAX_SEARCH && `must have at most ${MAX_SEARCH} characters`,
    day: !isDay(text) && "must be a date such as 2027-06-30",
    id: false,
    number: !/^\d{1,4}$/.test(text) && "must be a number",
  } as const;
  if (typeof kind === "string") return problems[kind] || null;
  return kind.includes(text) ? null : `must be one of ${kind.join(", ")}`;
};

/** The choice after a press on a column's heading: sorted by that column, or the other way round. */
export const sortBy = <List extends ListDeclaration>(
  { mostFirst = [] }: List,
  choice: ListChoice<List>,
  sort: SortOf<List>,
): ListChoice<List> => {
  const present = choice as AnyChoice;
  const isDescending =
    present.sort === sort ? present.order === "ascending" : mostFirst.includes(sort);
  return { ...choice, sort, order: isDescending ? "descending" : "ascending" };
};

type Meaning<Kind> = Kind extends "id" | "number"
  ? number
  : Kind extends "day"
    ? Day<"school">
    : Value<Kind>;

/** What the query of a call asks of a list; filters that do not matter are undefined. */
export type ListQuery<List extends ListDeclaration> = {
  readonly [Name in keyof Filters<List>]:
    | Meaning<Filters<List>[Name]>
    | (Name extends keyof List["initial"] ? never : undefined);
} & { readonly sort: SortOf<List>; readonly isDescending: boolean };

/** The query of a call, as it comes. */
export type GivenQuery<List extends ListDeclaration> = Readonly<
  Partial<Record<ListQueryName<List>, string>>
>;
