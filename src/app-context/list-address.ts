import type { FilterKind, ListDeclaration } from "../contract/list.ts";
import {
  type AnyChoice,
  filterProblem,
  type ListChoice,
  MAX_SEARCH,
} from "../domain/list-query.ts";

/** The text that an address has for a filter; empty for one that is none of its kind. */
const readText = (kind: FilterKind, given: string): string => {
  if (kind === "words") return given.replaceAll("\0", "").slice(0, MAX_SEARCH);
  if (kind === "id") return /^\d{1,10}$/.test(given) ? given : "";
  return filterProblem(kind, given) === null ? given : "";
};

/** Reads the choice of an address, which people may have changed. What the list does not know counts as absent. */
export const readChoice = <List extends ListDeclaration>(
  { filters, initial = {}, sorts = [] }: List,
  address: string,
): ListChoice<List> => {
  const query = new URLSearchParams(address);
  const texts = Object.entries(filters).map(([name, kind]) => [
    name,
    readText(kind, query.get(name) ?? "") || (initial[name] ?? ""),
  ]);
  const sort = sorts.find((each) => each === query.get("sort")) ?? sorts[0];
  const order = query.get("order") === "descending" ? "descending" : "ascending";
  return { ...Object.fromEntries(texts), ...(sort && { sort, order }) };
};

/** A choice as a query without a question mark, for the address and for the call. Empty: as at first. */
export const formatChoice = <List extends ListDeclaration>(
  { filters, initial = {}, sorts = [] }: List,
  choice: Partial<ListChoice<List>>,
): string => {
  const texts = choice as AnyChoice;
  const first: AnyChoice = { ...initial, sort: sorts[0] ?? "", order: "ascending" };
  const query = new URLSearchParams();
  for (const name of [...Object.keys(filters), ...(sorts.length > 0 ? ["sort", "order"] : [])]) {
    const text = texts[name]?.trim();
    if (text && text !== first[name]) query.set(name, text);
  }
  return query.toString();
};

export const listAddress = <List extends ListDeclaration>(
  path: string,
  list: List,
  choice: Partial<ListChoice<List>>,
): string => {
  const query = formatChoice(list, choice);
  return query ? `${path}?${query}` : path;
};
