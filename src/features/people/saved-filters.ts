import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import { createStored } from "../../core/stored.ts";
import type { KeyValue } from "../../platform/ports.ts";

const stored = v.array(v.object({ name: v.string(), query: v.string() }));

type SavedFilter = v.InferOutput<typeof stored>[number];

/** A longer name is no help in a row of names. */
export const MAX_FILTER_NAME = 60;
const MAX_FILTERS = 30;

/** A person's own filters of a list, by their names, on this machine. */
export const createSavedFilters = (storage: KeyValue, key: string) => {
  const kept = createStored(storage, key, stored);
  const state = proxy({ filters: kept.read() ?? ([] as SavedFilter[]) });
  const keep = (filters: SavedFilter[]) => {
    state.filters = filters;
    kept.write(filters);
  };
  /** Another tab may have changed them. */
  const present = () => kept.read() ?? [];
  return {
    state,
    /** Saves a filter. One of the same name is replaced. */
    save(given: string, query: string): void {
      const name = given.trim().slice(0, MAX_FILTER_NAME);
      if (!name) return;
      const others = present().filter((filter) => filter.name !== name);
      keep([...others, { name, query }].slice(-MAX_FILTERS));
    },
    remove(name: string): void {
      keep(present().filter((filter) => filter.name !== name));
    },
  };
};
