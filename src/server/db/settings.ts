import type { Kysely } from "kysely";
import type { Database } from "./open-database.ts";
import type { Tables } from "./schema.ts";

/** Reads a setting. @returns null when it is not set */
export const readSetting = async (db: Kysely<Tables>, name: string): Promise<string | null> => {
  const row = await db
    .selectFrom("setting")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.value ?? null;
};

/** Sets or replaces a setting; call within a write. */
export const writeSetting = async (
  db: Kysely<Tables>,
  name: string,
  value: string,
): Promise<void> => {
  await db
    .insertInto("setting")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
};

/** Reads a setting. Creates it on first use, with one value for all servers of the school. */
export const ensureSetting = async (
  { read, write }: Database,
  name: string,
  create: () => string,
): Promise<string> =>
  (await readSetting(read, name)) ??
  write(async (db) => {
    const { value } = await db
      .insertInto("setting")
      .values({ name, value: create() })
      // Another server may have been first. An update that changes nothing returns its row.
      .onConflict((conflict) =>
        conflict.column("name").doUpdateSet((row) => ({ value: row.ref("setting.value") })),
      )
      .returning("value")
      .executeTakeFirstOrThrow();
    return value;
  });
