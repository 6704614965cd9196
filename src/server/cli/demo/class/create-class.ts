import type { Database } from "../../../db/open-database.ts";
import { readSetting, writeSetting } from "../../../db/settings.ts";
import type { UploadStore } from "../../../uploads/upload-store.ts";
import { addClass, storeClassFiles } from "./add-class.ts";

/** The setting that holds the state of the class: `wanted` or `made`. */
const CLASS = "demo_class";

/**
 * Whether the class still has to be made: the database has no account, or an earlier start was
 * interrupted. A school with real accounts never gets a demo class.
 */
export const needsClass = async (database: Database): Promise<boolean> => {
  const { read } = database;
  const state = await readSetting(read, CLASS);
  if (state !== null) return state === "wanted";
  if (await read.selectFrom("account").select("id").limit(1).executeTakeFirst()) return false;
  await database.write((db) => writeSetting(db, CLASS, "wanted"));
  return true;
};

/** Makes the class, completely or not at all. */
export const createClass = async (
  database: Database,
  uploads: UploadStore,
  now: Temporal.ZonedDateTime,
): Promise<void> => {
  const files = await storeClassFiles(uploads);
  await database.write(async (db) => {
    await addClass(db, files, now);
    await writeSetting(db, CLASS, "made");
  });
};
