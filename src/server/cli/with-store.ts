import type { Environment } from "../school/settings/environment.ts";
import { DiskStore } from "../store/disk-store.ts";
import { openStore } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";
import { withDatabase } from "./with-database.ts";

/** Opens the store of the school's files for as long as the work takes; a bucket needs the database. */
export const withStore = async <Value>(
  environment: Environment,
  work: (store: Store) => Promise<Value>,
): Promise<Value> =>
  environment.store
    ? withDatabase(environment, async (database) => work(await openStore(environment, database)))
    : work(new DiskStore(environment));
