import type { Database } from "../../db/open-database.ts";
import type { UploadStore } from "../../db/upload-store.ts";
import { addClass, keepClassFiles } from "./add-class.ts";

/** The setting that says how far the class is: `wanted` or `made`. */
const CLASS = "demo_class";

/**
 * Whether the class is still to be made: on a database without any account, or where an earlier
 * start was cut off before the class was whole. Somebody's own school never gets one.
 */
export const wantsClass = async (database: Database): Promise<boolean> => {
  const { read } = database;
  const row = await read
    .selectFrom("setting")
    .select("value")
    .where("name", "=", CLASS)
    .executeTakeFirst();
  if (row) return row.value === "wanted";
  if (await read.selectFrom("account").select("id").limit(1).executeTakeFirst()) return false;
  const wanted = { name: CLASS, value: "wanted" };
  await database.write((db) => db.insertInto("setting").values(wanted).execute());
  return true;
};

/** Makes the class, whole or not at all. */
export const makeClass = async (
  database: Database,
  uploads: UploadStore,
  now: number,
): Promise<void> => {
  const files = await keepClassFiles(uploads);
  await database.write(async (db) => {
    await addClass(db, files, now);
    await db.updateTable("setting").set({ value: "made" }).where("name", "=", CLASS).execute();
  });
};
