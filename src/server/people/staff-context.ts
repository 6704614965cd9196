import type { Kysely } from "kysely";
import type { Actor } from "../../domain/audit.ts";
import { ADMIN_LEVEL } from "../../domain/roles.ts";
import { isStaff } from "../../domain/staff-rights.ts";
import { requireLevel } from "../accounts/session/access.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { Tables } from "../db/schema.ts";
import { HttpProblem } from "../problem.ts";
import { schoolToday } from "../school/school-today.ts";
import type { Services } from "../services.ts";
import type { PeopleContext } from "./change-person.ts";

/** Staff who change people, with the level that they have at this moment. */
export interface StaffContext extends PeopleContext {
  readonly level: number;
}

const refused = () => new HttpProblem(403, "session/not_allowed", "Only staff may do this");

/**
 * The person as they are at this moment, for the record of a change. Call it within the write: a level
 * that was taken away meanwhile counts.
 * @throws HttpProblem 403
 */
export const staffActor = async (
  db: Kysely<Tables>,
  { accountId }: Pick<SignedIn, "accountId">,
): Promise<{ readonly actor: Actor; readonly level: number }> => {
  const row = await db
    .selectFrom("account")
    .select(["username", "level"])
    .where("id", "=", accountId)
    .where("blocked", "is", null)
    .executeTakeFirst();
  if (!row || !isStaff(row.level)) throw refused();
  return { actor: { kind: "person", id: accountId, name: row.username }, level: row.level };
};

/**
 * An administrator as they are at this moment, for the record of a change of the school. Call it within the
 * write.
 * @throws HttpProblem 403
 */
export const administratorActor = async (
  db: Kysely<Tables>,
  person: Pick<SignedIn, "accountId">,
): Promise<Actor> => {
  const { actor, level } = await staffActor(db, person);
  requireLevel({ level }, ADMIN_LEVEL);
  return actor;
};

/**
 * Who changes people, with their rights at this moment; call within the write.
 * @throws HttpProblem 403
 */
export const staffContext = async (
  services: Pick<Services, "catalogue" | "clock">,
  db: Kysely<Tables>,
  person: Pick<SignedIn, "accountId">,
): Promise<StaffContext> => {
  const { courses } = services.catalogue.current;
  return {
    ...(await staffActor(db, person)),
    now: services.clock(),
    today: schoolToday(services),
    courseKeys: new Map([...courses].map(([id, { key }]) => [id, key])),
  };
};
