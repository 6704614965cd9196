import type { Environment } from "../environment.ts";
import { DiskStore } from "../store/disk-store.ts";
import type { Store } from "../store/store.ts";

/** Opens the store of the school's files for as long as the work takes. */
export const withStore = <Value>(
  environment: Environment,
  work: (store: Store) => Promise<Value>,
): Promise<Value> => work(new DiskStore(environment));
