import { proxy, ref } from "valtio/vanilla";
import type { Result } from "../lib/result.ts";

export interface ResourceOptions<Value, Failure> {
  /** Asks for the value. */
  fetch: () => Promise<Result<Value, Failure>>;
  /** Changes whenever a value that has been fetched is stale. */
  version?: () => unknown;
}

/**
 * A value that is fetched when somebody first asks for it, and again after a failure or once it is
 * stale. What is on its way already is not asked for again.
 */
export const createResource = <Value extends object, Failure>({
  fetch,
  version = () => null,
}: ResourceOptions<Value, Failure>) => {
  const state = proxy<{
    /** Null until it has been fetched; a stale one stays until the next has come. */
    value: Value | null;
    /** Why the last fetch brought nothing. */
    failure: Failure | null;
  }>({ value: null, failure: null });
  let underWay: Promise<void> | null = null;
  let fetched: unknown;

  const run = async (): Promise<void> => {
    state.failure = null;
    const asked = version();
    const result = await fetch();
    if (result.ok) {
      fetched = asked;
      state.value = ref(result.value) as Value;
    } else state.failure = result.failure as typeof state.failure;
  };

  /** Fetches the value anew. */
  const refresh = (): Promise<void> => {
    underWay ??= run().finally(() => {
      underWay = null;
    });
    return underWay;
  };

  return {
    state,
    refresh,
    /** Fetches the value unless a fresh one is there. */
    load: async (): Promise<void> => {
      if (state.value === null || fetched !== version()) await refresh();
    },
  };
};

export type Resource<Value extends object, Failure> = ReturnType<
  typeof createResource<Value, Failure>
>;
