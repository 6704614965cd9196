import { type Kysely, sql } from "kysely";
import { addMonths, type Day } from "../../domain/calendar.ts";
import { ADMIN_LEVEL } from "../../domain/roles.ts";
import { runsSchool } from "../../domain/staff-rights.ts";
import { isPostgres } from "../db/is-postgres.ts";
import type { Account, Tables } from "../db/schema.ts";

/** The key of PostgreSQL's advisory lock for changes of administrators. */
const ADMINISTRATORS_LOCK = 7_263_512;

/**
 * Has other writes that take administrators away wait until this one ends. Two administrators who lower each other at
 * once would each see the other one.
 */
export const lockAdministrators = async (db: Kysely<Tables>): Promise<void> => {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`.execute(db);
};

/**
 * Whether nobody else could run the school: somebody must be able to undo what is done. Call within the
 * write that takes the account away, lowers it or ends it; other such writes wait until it ends.
 */
export const isLastAdministrator = async (
  db: Kysely<Tables>,
  { id, level, blocked }: Pick<Account, "id" | "level" | "blocked">,
  today: Day<"school">,
): Promise<boolean> => {
  if (!runsSchool(level) || blocked !== null) return false;
  await lockAdministrators(db);
  const other = await db
    .selectFrom("account")
    .select("id")
    .where("level", ">=", ADMIN_LEVEL)
    .where("blocked", "is", null)
    // The account stores one calendar month after its last day.
    .where((where) =>
      where.or([where("expire", "is", null), where("expire", ">=", addMonths(today, 1))]),
    )
    .where("id", "!=", id)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
};
