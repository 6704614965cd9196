import { PAGE_QUERY } from "./page.ts";

/**
 * What a filter takes: the words of a search, a day of the school, an id, another small number, or one
 * of these values.
 */
export type FilterKind = "words" | "day" | "id" | "number" | readonly string[];

/**
 * A list of the desk, once for all who have to do with it: from it come the query of its calls, their
 * decoding at the school, the address of its screen, its filters and the order of its table.
 */
export interface ListDeclaration {
  /** By the names that they have in the query and in the address. */
  readonly filters: Readonly<Record<string, FilterKind>>;
  /** The values of the filters that are never absent. They stand in no address. */
  readonly initial?: Readonly<Record<string, string>>;
  /** What the list can be sorted by; by the first of these unless a query says otherwise. */
  readonly sorts?: readonly string[];
  /** The sorts of which the most is of interest: the table begins with it. */
  readonly mostFirst?: readonly string[];
  /** The number of entries on a page unless a query says otherwise; absent: as many as a page may have. */
  readonly pageLength?: number;
}

export type SortOrder = "ascending" | "descending";

/** What a list can be sorted by; never for one with an order of its own. */
export type SortOf<List> = List extends { readonly sorts: readonly (infer Sort extends string)[] }
  ? Sort
  : never;

/** The names of a list's filters, and of its sort. */
export type ListQueryName<List extends ListDeclaration> =
  | (keyof List["filters"] & string)
  | ([SortOf<List>] extends [never] ? never : "sort" | "order");

/** Infers the type of a list. It does nothing at run time. */
export const defineList = <const List extends ListDeclaration>(list: List): List => list;

/** The query of a call that is about a list. */
export const listQuery = <List extends ListDeclaration>({
  filters,
  sorts,
}: List): readonly ListQueryName<List>[] =>
  [...Object.keys(filters), ...(sorts ? ["sort", "order"] : [])] as ListQueryName<List>[];

export const pageQuery = <List extends ListDeclaration>(list: List) =>
  [...PAGE_QUERY, ...listQuery(list)] as const;

/**
 * The query of a call for all of a list as a table: `format` is `csv` (as without it) or `xlsx`; `language`
 * is that of the spreadsheet that opens it, which decides what separates the cells of a CSV file.
 */
export const tableQuery = <List extends ListDeclaration>(list: List) =>
  [...listQuery(list), "format", "language"] as const;
