import { proxy } from "valtio/vanilla";
import type { Result } from "../lib/result.ts";
import type { createResource } from "./create-resource.ts";

export interface PagesOptions<Entry extends object, Failure> {
  /** The list. Its `fetch` tells where the second page starts, with `start`. */
  resource: Pick<ReturnType<typeof createResource<readonly Entry[], Failure>>, "update">;
  /** Fetches the page that a cursor asks for. */
  fetch: (
    before: string,
  ) => Promise<Result<{ entries: readonly Entry[]; cursor: string | null }, unknown>>;
  /** Identifies an entry, which may have moved to another page meanwhile. */
  keyOf: (entry: Entry) => unknown;
}

/** Appends entries to a list; those that it has already are replaced in their places. */
export const appendEntries = <Entry>(
  list: readonly Entry[],
  entries: readonly Entry[],
  keyOf: (entry: Entry) => unknown,
): readonly Entry[] => {
  const next = new Map(list.map((entry) => [keyOf(entry), entry]));
  for (const entry of entries) next.set(keyOf(entry), entry);
  return [...next.values()];
};

/** The pages of a list after the first one. */
export const createPages = <Entry extends object, Failure>(
  options: PagesOptions<Entry, Failure>,
) => {
  /** Where the next page starts; null at the end, and at a school that sends no pages. */
  const state = proxy({ cursor: null as string | null });
  return {
    state,

    /** Tells where the next page starts after the list has been fetched again. */
    start(cursor: string | null): void {
      state.cursor = cursor;
    },

    /** Appends the next page. @returns whether it could be fetched */
    async more(): Promise<boolean> {
      const { cursor } = state;
      if (cursor === null) return true;
      const answer = await options.fetch(cursor);
      if (!answer.ok) return false;
      // The list was fetched again meanwhile, and this page may not follow it.
      if (state.cursor !== cursor) return true;
      state.cursor = answer.value.cursor;
      options.resource.update((list) =>
        appendEntries(list ?? [], answer.value.entries, options.keyOf),
      );
      return true;
    },
  };
};
