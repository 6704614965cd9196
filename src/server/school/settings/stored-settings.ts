import type { Kysely } from "kysely";
import {
  isSchoolSetting,
  SCHOOL_SETTINGS,
  type SchoolSetting,
} from "../../../domain/school-setting.ts";
import type { Tables } from "../../db/schema.ts";
import { writeSetting } from "../../db/settings.ts";

/** The settings that administrators have changed, as texts by name. */
export type StoredSettings = Readonly<Partial<Record<SchoolSetting, string>>>;

/** Reads what administrators have changed. */
export const readStoredSettings = async (db: Kysely<Tables>): Promise<StoredSettings> => {
  const rows = await db
    .selectFrom("setting")
    .select(["name", "value"])
    .where("name", "in", SCHOOL_SETTINGS)
    .orderBy("name")
    .execute();
  return Object.fromEntries(
    rows.flatMap(({ name, value }) => (isSchoolSetting(name) ? [[name, value]] : [])),
  );
};

/** Stores a setting, or forgets it; call within a write. */
export const storeSetting = async (
  db: Kysely<Tables>,
  name: SchoolSetting,
  value: string | null,
): Promise<void> => {
  if (value !== null) await writeSetting(db, name, value);
  else await db.deleteFrom("setting").where("name", "=", name).execute();
};

/** A row whose lock all changes of settings take, so that none is made on what another one replaces. */
const LOCK = "settings_changed";

/** Lets only one change of the settings at a time; call within a write. */
export const lockSettings = (db: Kysely<Tables>, now: number): Promise<void> =>
  writeSetting(db, LOCK, String(now));
