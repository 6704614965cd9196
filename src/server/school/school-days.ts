import type { Kysely } from "kysely";
import { type Days, DEFAULT_ZONE, daysIn, isZone } from "../days.ts";
import type { Tables } from "../db/schema.ts";
import { ownOrganisation } from "./own-organisation.ts";

/** The school's days: those of its own organisation, the one with the lowest id. */
export const readSchoolDays = async (db: Kysely<Tables>): Promise<Days<"school">> => {
  const row = await ownOrganisation(db).select("zone").executeTakeFirst();
  // The import checks the zone, but a newer server may have known more of them.
  return daysIn(row && isZone(row.zone) ? row.zone : DEFAULT_ZONE);
};
