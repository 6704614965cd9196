import { proxy } from "valtio/vanilla";
import { createPages, createResource } from "../../core/create-resource.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import { type StaffFailure, staffFailureOf } from "./staff-failure.ts";

/** Lists that have been looked at are kept, so that the way back shows them at once. */
const MAX_LISTS = 20;

/** A page of a list, as a call answers it. */
export interface ListPage<Entry> {
  readonly entries: readonly Entry[];
  /** How many there are on all pages. */
  readonly total: number;
  readonly cursor: string | null;
}

export interface PagedListsOptions<Entry extends object> {
  /**
   * Fetches a page.
   * @param query what the address asks for, without a question mark
   * @param before the cursor of the page before; null: the first page
   */
  fetch: (query: string, before: string | null) => Promise<Result<ListPage<Entry>, CallFailure>>;
  keyOf: (entry: Entry) => unknown;
}

const createList = <Entry extends object>(
  { fetch, keyOf }: PagedListsOptions<Entry>,
  query: string,
) => {
  const count = proxy({ total: 0 });
  const resource = createResource<readonly Entry[], StaffFailure>({
    async fetch() {
      const answer = await fetch(query, null);
      if (!answer.ok) return Result.fail(staffFailureOf(answer.failure));
      count.total = answer.value.total;
      pages.start(answer.value.cursor);
      return Result.ok(answer.value.entries);
    },
  });
  const pages = createPages<Entry, StaffFailure>({
    resource,
    fetch: (before) => fetch(query, before),
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

export type PagedList<Entry extends object> = ReturnType<typeof createList<Entry>>;

/**
 * The lists of a screen, one for each query. The answer to an earlier search goes into the list of that
 * search, so that it never replaces that of a later one.
 */
export const createPagedLists = <Entry extends object>(options: PagedListsOptions<Entry>) => {
  const lists = new Map<string, PagedList<Entry>>();
  return {
    list(query: string): PagedList<Entry> {
      const list = lists.get(query) ?? createList(options, query);
      lists.delete(query);
      lists.set(query, list);
      const [oldest] = lists.keys();
      if (lists.size > MAX_LISTS && oldest !== undefined) lists.delete(oldest);
      return list;
    },
  };
};
