import type { Database } from "../db/open-database.ts";
import type { Environment } from "../school/settings/environment.ts";
import { DiskStore } from "./disk-store.ts";
import type { Store } from "./store.ts";
import { StoreSettingsError, StoreUnavailableError } from "./store-errors.ts";
import { StoredObjects } from "./stored-objects.ts";

/**
 * Opens the store of the school's files.
 * @param onAway is called when the store does not answer; if it is absent, that is an error
 * @throws StoreSettingsError when the settings are wrong, or StoreUnavailableError
 */
export const openStore = async (
  environment: Environment,
  database: Database,
  onAway?: (reason: StoreUnavailableError) => void,
): Promise<Store> => {
  if (environment.store) {
    // A school without a bucket does not load the S3 client.
    const { openStoreParts } = await import("./open-store-parts.ts");
    const { bucket, store } = await openStoreParts(environment, environment.store, database);
    try {
      await bucket.check();
    } catch (reason) {
      if (!(onAway && reason instanceof StoreUnavailableError)) throw reason;
      onAway(reason);
    }
    return store;
  }
  const count = await new StoredObjects(database).count();
  if (count === 0) return new DiskStore(environment);
  throw new StoreSettingsError(
    `${count} files of this school are in an S3-compatible store. Set STORE_URL, or move them to the disk with STORE_URL set: npm run school -- store migrate --to disk.`,
  );
};
