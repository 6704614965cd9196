import type { Database } from "../../src/server/db/open-database.ts";
import type { Account } from "../e2e/school.ts";

/** The lessons that are completed at the school, in their order, with the time of each. */
export const studied = ({ read }: Database, { username }: Account) =>
  read
    .selectFrom("progress")
    .innerJoin("account", "account.id", "progress.account_id")
    .select(["lesson_id", "completed"])
    .where("username", "=", username)
    .where("completed", "is not", null)
    .orderBy("lesson_id")
    .execute();
