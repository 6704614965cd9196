import { type Kysely, sql } from "kysely";
import { addMonths, type Day } from "../../domain/calendar.ts";
import { ADMIN_LEVEL } from "../../domain/roles.ts";
import { runsSchool } from "../../domain/staff-rights.ts";
import { amongIds } from "../db/given-values.ts";
import { isPostgres } from "../db/is-postgres.ts";
import type { Account, Tables } from "../db/schema.ts";

/** The key of PostgreSQL's advisory lock for changes of administrators. */
const ADMINISTRATORS_LOCK = 7_263_512;

type Rights = Pick<Account, "level" | "blocked" | "expire">;

const isAdministrator = ({ level, blocked }: Omit<Rights, "expire">): boolean =>
  runsSchool(level) && blocked === null;

/** What is stored for an account whose last day is today: one calendar month after it. */
const endOfToday = (today: Day<"school">): string => addMonths(today, 1);

const hasEnded = ({ expire }: Pick<Rights, "expire">, today: Day<"school">): boolean =>
  expire !== null && expire < endOfToday(today);

/** Whether a change takes an administrator away: lowers, blocks or ends one. */
export const takesAdministrator = (before: Rights, after: Rights, today: Day<"school">): boolean =>
  isAdministrator(before) &&
  (!isAdministrator(after) || (hasEnded(after, today) && !hasEnded(before, today)));

/**
 * Whether nobody could run the school without these accounts: somebody must be able to undo what is done. An
 * administrator whose account has ended still signs in, but does not count: it is somebody who has left. In a
 * write, others that ask wait until it ends: two administrators who lower each other at once would each see
 * the other one.
 */
export const areLastAdministrators = async (
  db: Kysely<Tables>,
  ids: Iterable<number>,
  today: Day<"school">,
): Promise<boolean> => {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`.execute(db);
  const other = await db
    .selectFrom("account")
    .select("id")
    .where("level", ">=", ADMIN_LEVEL)
    .where("blocked", "is", null)
    .where((where) =>
      where.or([where("expire", "is", null), where("expire", ">=", endOfToday(today))]),
    )
    .where(sql<boolean>`not ${amongIds(db, "id", ids)}`)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
};

/**
 * Whether an account is that of an administrator, and nobody could run the school without it.
 * @param others who go together with it
 */
export const isLastAdministrator = async (
  db: Kysely<Tables>,
  account: Pick<Account, "id" | "level" | "blocked">,
  today: Day<"school">,
  others: readonly Pick<Account, "id">[] = [],
): Promise<boolean> =>
  isAdministrator(account) &&
  (await areLastAdministrators(
    db,
    [account, ...others].map(({ id }) => id),
    today,
  ));
