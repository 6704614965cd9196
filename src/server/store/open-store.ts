import type { Database } from "../db/open-database.ts";
import type { Environment } from "../environment.ts";
import { DiskStore } from "./disk-store.ts";
import type { Store } from "./store.ts";

/** Opens the store of the school's files. */
export const openStore = async (environment: Environment, _database: Database): Promise<Store> =>
  new DiskStore(environment);
