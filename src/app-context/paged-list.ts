import { useEffect, useMemo, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { proxy } from "valtio/vanilla";
import { useLocation, useSearch } from "wouter";
import type { ListDeclaration } from "../contract/list.ts";
import type { Id } from "../contract/wire.ts";
import { createPages, createResource } from "../core/create-resource.ts";
import { type ListChoice, MAX_SEARCH } from "../domain/list-query.ts";
import { Result } from "../lib/result.ts";
import type { CallFailure } from "../transport/call-failure.ts";
import { formatChoice, listAddress, readChoice } from "./list-address.ts";

/** Lists that have been looked at are kept, so that the way back shows them at once. */
const MAX_LISTS = 20;
/** How long somebody pauses in typing before the school is asked. */
const PAUSE_MS = 250;

/** A page of a list, as a call answers it. */
interface ListPage<Entry> {
  readonly entries: readonly Entry[];
  /** How many there are on all pages; absent: nobody has counted them. */
  readonly total?: number;
  readonly cursor: string | null;
}

interface PagedListsOptions<Entry extends object, Answer> {
  /**
   * Fetches a page.
   * @param query that of the call. `before` is in it for all pages but the first
   */
  fetch: (query: Record<string, string>) => Promise<Result<Answer, CallFailure>>;
  /** Takes the page out of an answer, and hands on what else it brings. */
  read: (answer: Answer) => ListPage<NoInfer<Entry>>;
  keyOf: (entry: Entry) => Id;
}

const createPagedList = <Entry extends object, Answer>(
  { fetch, read, keyOf }: PagedListsOptions<Entry, Answer>,
  query: string,
) => {
  const count = proxy({ total: 0 });
  const fetchPage = async (before: Record<string, string> = {}) => {
    const answer = await fetch({ ...Object.fromEntries(new URLSearchParams(query)), ...before });
    return answer.ok ? Result.ok(read(answer.value)) : answer;
  };
  const resource = createResource<readonly Entry[], CallFailure>({
    async fetch() {
      const page = await fetchPage();
      if (!page.ok) return page;
      count.total = page.value.total ?? 0;
      pages.start(page.value.cursor);
      return Result.ok(page.value.entries);
    },
  });
  const pages = createPages<Entry, CallFailure>({
    resource,
    fetch: (before) => fetchPage({ before }),
    keyOf,
  });
  return {
    state: resource.state,
    pages: pages.state,
    count,
    /** Fetches the first page again. The present list stays meanwhile. */
    load: resource.refresh,
    /** Appends the next page. @returns whether it could be fetched */
    more: pages.more,
    /** Takes an entry out, which no longer belongs here. */
    remove: (key: Id): void =>
      resource.update((list) => list?.filter((entry) => keyOf(entry) !== key) ?? null),
  };
};

export type PagedList<Entry extends object> = ReturnType<typeof createPagedList<Entry, unknown>>;

/**
 * The lists of a screen, one for each query. The answer to an earlier search goes into the list of that
 * search, so that it never replaces that of a later one.
 */
export const createPagedLists = <Entry extends object, Answer>(
  options: PagedListsOptions<Entry, Answer>,
) => {
  const lists = new Map<string, PagedList<Entry>>();
  return {
    keyOf: options.keyOf,
    /** Those that are kept, by their queries. */
    kept: lists as ReadonlyMap<string, PagedList<Entry>>,
    /** @param query what the address asks for, without a question mark */
    list(query: string): PagedList<Entry> {
      const list = lists.get(query) ?? createPagedList(options, query);
      lists.delete(query);
      lists.set(query, list);
      const [oldest] = lists.keys();
      if (lists.size > MAX_LISTS && oldest !== undefined) lists.delete(oldest);
      return list;
    },
  };
};

type PagedLists<Entry extends object> = Pick<
  ReturnType<typeof createPagedLists<Entry, unknown>>,
  "list" | "keyOf"
>;

/**
 * What the address asks of a list, and the way to change it.
 * @param path the address of the screen without a query
 */
export const useListChoice = <List extends ListDeclaration>(path: string, declaration: List) => {
  const [, navigate] = useLocation();
  const address = useSearch();
  const choice = useMemo(() => readChoice(declaration, address), [declaration, address]);
  return {
    declaration,
    path,
    choice,
    show: (next: Partial<ListChoice<List>>): void =>
      navigate(listAddress(path, declaration, { ...choice, ...next }), { replace: true }),
  };
};

export type ListChoiceState<List extends ListDeclaration> = ReturnType<typeof useListChoice<List>>;

/**
 * What is typed into a search field, and the search that stands in the address a moment later.
 * @param inAddress the present search of the address
 * @param query of the address: when it changes, what was about to be asked is asked of the new one
 */
const useSearchText = (inAddress: string, query: string, onSearch: (search: string) => void) => {
  const [typed, setTyped] = useState(inAddress);
  const requested = useRef(inAddress);
  const present = useRef(onSearch);
  present.current = onSearch;

  // Somebody has gone back.
  useEffect(() => {
    if (inAddress === requested.current) return;
    requested.current = inAddress;
    setTyped(inAddress);
  }, [inAddress]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: waits again when the address is another
  useEffect(() => {
    const search = typed.trim();
    if (search === requested.current) return;
    const timer = setTimeout(() => {
      requested.current = search;
      present.current(search);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, query]);

  return [typed, (search: string) => setTyped(search.slice(0, MAX_SEARCH))] as const;
};

/**
 * The list of a screen whose filters stand in the address; the filter with the words is called `search`. The
 * list before stays until the school has answered.
 */
export const useList = <List extends ListDeclaration, Entry extends object>(
  path: string,
  declaration: List,
  lists: PagedLists<Entry>,
) => {
  const { choice: inAddress, show } = useListChoice(path, declaration);
  const query = formatChoice(declaration, inAddress);
  const { search = "" } = inAddress as { readonly search?: string };
  const [typed, type] = useSearchText(search, query, (words) =>
    show({ search: words } as unknown as Partial<ListChoice<List>>),
  );
  const list = lists.list(query);
  const { value, failure } = useSnapshot(list.state) as PagedList<Entry>["state"];
  const { cursor } = useSnapshot(list.pages);
  const { total } = useSnapshot(list.count);
  useEffect(() => {
    void list.load();
  }, [list]);

  const last = useRef<readonly Entry[] | null>(null);
  if (value) last.current = value;
  const isAnswered = value !== null && typed.trim() === search.trim();
  /** With what is typed and not in the address yet. */
  const choice = { ...inAddress, ...("search" in declaration.filters && { search: typed }) };
  return {
    declaration,
    path,
    query,
    choice,
    show: (next: Partial<ListChoice<List>>): void => show({ ...choice, ...next }),
    typed,
    type,
    /** Null until the first answer. */
    entries: last.current,
    keyOf: lists.keyOf,
    /** How many there are on all pages. */
    total,
    failure,
    /** Whether the entries are those that are asked for. */
    isAnswered,
    /** Whether some filter matters. */
    isFiltered: formatChoice({ ...declaration, sorts: [] }, choice as object) !== "",
    hasMore: isAnswered && cursor !== null,
    load: list.load,
    more: list.more,
  };
};

export type ListState<List extends ListDeclaration, Entry extends object> = ReturnType<
  typeof useList<List, Entry>
>;
