import type { Kysely } from "kysely";
import type { Tables } from "../db/schema.ts";

/** The ids of the courses that a tutor teaches. */
export type TaughtCourses = "all" | readonly number[];

/** Sets the courses that a tutor teaches; call within a write. A running server notices at once. */
export const setTaughtCourses = async (
  db: Kysely<Tables>,
  accountId: number,
  taught: TaughtCourses,
): Promise<void> => {
  await db
    .updateTable("account")
    .set({ teaches_all: Number(taught === "all") })
    .where("id", "=", accountId)
    .execute();
  await db.deleteFrom("teaches").where("account_id", "=", accountId).execute();
  if (taught === "all" || taught.length === 0) return;
  await db
    .insertInto("teaches")
    .values([...new Set(taught)].map((course_id) => ({ account_id: accountId, course_id })))
    .execute();
};
