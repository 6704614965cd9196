import type { Kysely } from "kysely";
import type { Tables } from "../db/schema.ts";
import { matchesFilter, type PeopleFilter } from "./find-people.ts";

/** The ids of the accounts that match a filter, by username. */
export const peopleIds = async (
  db: Kysely<Tables>,
  filter: PeopleFilter,
  now: number,
): Promise<number[]> => {
  const rows = await db
    .selectFrom("account")
    .select("id")
    .where(matchesFilter(db, filter, now))
    .orderBy("username_key")
    .execute();
  return rows.map(({ id }) => id);
};
