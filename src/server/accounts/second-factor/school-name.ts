import type { Kysely } from "kysely";
import type { Tables } from "../../db/schema.ts";

/** The name under which devices and apps list the school. */
export const schoolName = async (
  db: Kysely<Tables>,
  organisationId: number | null,
): Promise<string> => {
  const row = await db
    .selectFrom("organisation")
    .select("name")
    .where("id", "=", organisationId ?? -1)
    .executeTakeFirst();
  return row?.name ?? "";
};
