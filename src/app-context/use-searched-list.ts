import { useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { useLocation, useSearch } from "wouter";
import type { PagedLists } from "../core/paged-lists.ts";
import { useSearchText } from "../ui/use-search-text.ts";

export interface SearchedListOptions<Choice, Entry extends object, Failure> {
  /** The address of the screen without a query. */
  path: string;
  lists: PagedLists<Entry, Failure>;
  /** Reads what the query of an address asks for. */
  readChoice: (query: string) => Choice;
  /** The query of a choice, without a question mark. */
  queryOf: (choice: Choice) => string;
}

/**
 * A list of a screen whose search and filters stand in the address. The list before stays until the
 * school has answered.
 */
export const useSearchedList = <
  Choice extends { readonly search: string },
  Entry extends object,
  Failure,
>({
  path,
  lists,
  readChoice,
  queryOf,
}: SearchedListOptions<Choice, Entry, Failure>) => {
  const [, navigate] = useLocation();
  const address = useSearch();
  const choice = readChoice(address);
  const query = queryOf(choice);
  const show = (next: Choice): void => {
    const asked = queryOf(next);
    navigate(asked ? `${path}?${asked}` : path, { replace: true });
  };
  const [typed, type] = useSearchText(choice.search, address, (search) =>
    show({ ...choice, search }),
  );
  const list = lists.list(query);
  const { value, failure } = useSnapshot(list.state);
  const { cursor } = useSnapshot(list.pages);
  const { total } = useSnapshot(list.count);
  useEffect(() => {
    void list.load();
  }, [list]);

  const last = useRef<readonly Entry[] | null>(null);
  if (value) last.current = value as readonly Entry[];
  const isAnswered = value !== null && typed.trim() === choice.search.trim();
  return {
    /** What the address asks for. */
    choice,
    query,
    /** The choice with what is typed and not in the address yet, for the filters. */
    typedChoice: { ...choice, search: typed } as Choice,
    typed,
    type,
    show,
    /** Null until the first answer. */
    entries: last.current,
    /** How many there are on all pages. */
    total,
    failure: failure as Failure | null,
    /** Whether the entries are those that are asked for. */
    isAnswered,
    hasMore: isAnswered && cursor !== null,
    load: list.load,
    more: list.more,
  };
};
