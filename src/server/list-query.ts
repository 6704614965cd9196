import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ListDeclaration } from "../contract/list.ts";
import { filterProblem, type GivenQuery, type ListQuery } from "../domain/list-query.ts";
import { oneOf, type PageQuery, pageLimit, parseId } from "./page.ts";
import { invalid } from "./problem.ts";

/** Decodes what a call asks of a list. @throws HttpProblem 422 that names the parameter */
export const decodeListQuery = <List extends ListDeclaration>(
  { filters, initial = {}, sorts = [] }: List,
  given: GivenQuery<List>,
): ListQuery<List> => {
  const query = given as Readonly<Record<string, string | undefined>>;
  const meanings = Object.entries(filters).map(([name, kind]) => {
    const text = query[name];
    if (text === undefined) return [name, initial[name]];
    const problem = filterProblem(kind, text);
    if (problem !== null) throw invalid(name, problem);
    if (kind === "number") return [name, Number(text)];
    // Something that is no id selects nothing, as an id that nobody has.
    return [name, kind === "id" ? (parseId(text) ?? 0) : text];
  });
  const isDescending =
    sorts.length > 0 && oneOf("order", ["ascending", "descending"], query.order) === "descending";
  const sort = sorts.length > 0 ? oneOf("sort", sorts, query.sort) : null;
  return { ...Object.fromEntries(meanings), sort: sort ?? sorts[0], isDescending };
};

/** The number of entries on a page. @throws HttpProblem 422 */
export const pageLengthOf = ({ pageLength }: ListDeclaration, query: PageQuery): number =>
  query.limit === undefined && pageLength !== undefined ? pageLength : pageLimit(query);

/**
 * The condition for rows that come after the last one of the page before.
 * @param keys what the list is sorted by; together they are different for each row
 * @param start the values of that row; null: the first page
 */
export const comesAfter = (
  keys: readonly RawBuilder<unknown>[],
  start: readonly (string | number)[] | null,
  isDescending: boolean,
): RawBuilder<SqlBool> =>
  start
    ? sql`(${sql.join(keys)}) ${isDescending ? sql`<` : sql`>`} (${sql.join(start)})`
    : sql`true`;
