import type { Kysely } from "kysely";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { Tables } from "../db/schema.ts";
import { schoolToday } from "../school/school-today.ts";
import type { Services } from "../services.ts";
import type { StaffContext } from "./act-on-people.ts";
import { staffActor } from "./staff-actor.ts";

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
