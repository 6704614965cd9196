import { proxy } from "valtio/vanilla";
import { Result } from "../lib/result.ts";
import { createPages, createResource } from "./create-resource.ts";

/** Lists that have been looked at are kept, so that the way back shows them at once. */
const MAX_LISTS = 20;

/** A page of a list, as a call answers it. */
export interface ListPage<Entry> {
  readonly entries: readonly Entry[];
  /** How many there are on all pages. */
  readonly total: number;
  readonly cursor: string | null;
}

export interface PagedListsOptions<Entry extends object, Failure> {
  /**
   * Fetches a page.
   * @param query that of the call. `before` is in it for all pages but the first
   */
  fetch: (query: Record<string, string>) => Promise<Result<ListPage<Entry>, Failure>>;
  keyOf: (entry: Entry) => unknown;
}

const createList = <Entry extends object, Failure>(
  { fetch, keyOf }: PagedListsOptions<Entry, Failure>,
  address: string,
) => {
  const query = Object.fromEntries(new URLSearchParams(address));
  const count = proxy({ total: 0 });
  const resource = createResource<readonly Entry[], Failure>({
    async fetch() {
      const answer = await fetch(query);
      if (!answer.ok) return answer;
      count.total = answer.value.total;
      pages.start(answer.value.cursor);
      return Result.ok(answer.value.entries);
    },
  });
  const pages = createPages<Entry, Failure>({
    resource,
    fetch: (before) => fetch({ ...query, before }),
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
  };
};

export type PagedList<Entry extends object, Failure> = ReturnType<
  typeof createList<Entry, Failure>
>;

/**
 * The lists of a screen, one for each query. The answer to an earlier search goes into the list of that
 * search, so that it never replaces that of a later one.
 */
export const createPagedLists = <Entry extends object, Failure>(
  options: PagedListsOptions<Entry, Failure>,
) => {
  const lists = new Map<string, PagedList<Entry, Failure>>();
  return {
    /** @param query what the address asks for, without a question mark */
    list(query: string): PagedList<Entry, Failure> {
      const list = lists.get(query) ?? createList(options, query);
      lists.delete(query);
      lists.set(query, list);
      const [oldest] = lists.keys();
      if (lists.size > MAX_LISTS && oldest !== undefined) lists.delete(oldest);
      return list;
    },
  };
};

export type PagedLists<Entry extends object, Failure> = ReturnType<
  typeof createPagedLists<Entry, Failure>
>;
