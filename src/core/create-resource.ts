import { proxy, ref } from "valtio/vanilla";
import type { Result } from "../lib/result.ts";

export interface ResourceOptions<Value extends object, Failure, Args extends readonly unknown[]> {
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
  version = () => null,
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

export type Resource<
  Value extends object,
  Failure,
  Args extends readonly unknown[] = readonly [],
> = ReturnType<typeof createResource<Value, Failure, Args>>;
