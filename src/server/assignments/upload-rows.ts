import type { Insertable, Kysely } from "kysely";
import type { Tables } from "../db/schema.ts";

/**
 * Adds a hand-in, which is then the latest of its assignment; call within a write while the account
 * is locked. @returns its id
 */
export const insertUpload = async (
  db: Kysely<Tables>,
  row: Omit<Insertable<Tables["upload"]>, "latest">,
): Promise<number> => {
  await db
    .updateTable("upload")
    .set({ latest: 0 })
    .where("account_id", "=", row.account_id)
    .where("lesson_id", "=", row.lesson_id)
    .where("latest", "=", 1)
    .execute();
  const { id } = await db
    .insertInto("upload")
    .values({ ...row, latest: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};
