import { proxy, ref } from "valtio/vanilla";
import type { Result } from "../lib/result.ts";

interface ResourceOptions<Value extends object, Failure, Args extends readonly unknown[]> {
  /**
   * Fetches the value.
   * @param onNewer to be passed on to `send`: it fetches again when the school has a newer answer
   * @param args those of `refresh` or `load`
   */
  fetch: (onNewer: () => void, ...args: Args) => Promise<Result<Value, Failure>>;
  /** Its result changes when a fetched value becomes stale. */
  version?: () => unknown;
  /** Identifies what is fetched, if it depends on the arguments. */
  key?: (...args: Args) => string;
}

/**
 * A value that is fetched at the first `load`, and again after a failure or when it is stale.
 * - Calls for the same key share one request.
 * - A request for another key replaces the running one, whose result is dropped.
 * - A value stays until the next one is there, also if a request fails.
 */
export const createResource = <
  Value extends object,
  Failure,
  Args extends readonly unknown[] = readonly [],
>({
  fetch,
  version = () => undefined,
  key = () => "",
}: ResourceOptions<Value, Failure, Args>) => {
  const state = proxy<{
    /** Null until a value has been fetched. It may be stale. */
    value: Value | null;
    /** Why the last request failed; null while one is running. */
    failure: Failure | null;
  }>({ value: null, failure: null });
  let running: Promise<void> | null = null;
  /** The key that was requested last. */
  let latestKey: string | null = null;
  /** The key and the version of the present value. */
  let fetchedKey: string | null = null;
  let fetchedVersion: unknown;
  /** Counts the calls of `update`. */
  let updates = 0;

  const set = (value: Value): void => {
    state.value = ref(value) as Value;
  };

  const run = async (runKey: string, args: Args): Promise<void> => {
    state.failure = null;
    const before = updates;
    const requestedVersion = version();
    const onNewer = async () => {
      // `running` is assigned after this run has started.
      await null;
      await running;
      if (runKey === latestKey) await refresh(...args);
    };
    const result = await fetch(onNewer, ...args);
    if (runKey !== latestKey) return;
    if (!result.ok) {
      state.failure = result.failure as typeof state.failure;
      return;
    }
    // The answer may be older than the update.
    if (before !== updates) return run(runKey, args);
    fetchedKey = runKey;
    fetchedVersion = requestedVersion;
    set(result.value);
  };

  /** Fetches the value again. */
  const refresh = (...args: Args): Promise<void> => {
    const runKey = key(...args);
    if (running && runKey === latestKey) return running;
    latestKey = runKey;
    const request = run(runKey, args).finally(() => {
      if (running === request) running = null;
    });
    running = request;
    return request;
  };

  return {
    state,
    refresh,

    /** Fetches the value, unless the present one is of the same key and fresh. */
    load: async (...args: Args): Promise<void> => {
      const isFresh = fetchedKey === key(...args) && fetchedVersion === version();
      if (!isFresh) await refresh(...args);
    },

    /**
     * Changes the value here, after a change at the school. A running request is repeated, because
     * its answer may be older.
     * @param change gets the present value, and returns the new one; null: there is none
     */
    update(change: (value: Value | null) => Value | null): void {
      updates += 1;
      const value = change(state.value as Value | null);
      if (value) set(value);
    },
  };
};

interface PagesOptions<Entry extends object, Failure> {
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
