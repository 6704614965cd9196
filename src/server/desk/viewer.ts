import type { Kysely } from "kysely";
import { teachesCourses } from "../../domain/roles.ts";
import type { Viewer } from "../../domain/staff-rights.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { compileOnce } from "../db/compiled-query.ts";
import type { Tables } from "../db/schema.ts";

/** Somebody who asks to see work, with the ids of the database. */
export interface SchoolViewer extends Viewer {
  readonly id: number;
  readonly teaches: "all" | ReadonlySet<number>;
}

const findTaught = compileOnce((db, { accountId }: Pick<SignedIn, "accountId">) =>
  db
    .selectFrom("account")
    .leftJoin("teaches", "teaches.account_id", "account.id")
    .select(["teaches_all", "course_id"])
    .where("account.id", "=", accountId),
);

/**
 * The person as a viewer. Reads the courses that a tutor teaches at each request, so that a course
 * that is taken away counts at once. Other levels need no query.
 */
export const viewerOf = async (
  db: Kysely<Tables>,
  person: Pick<SignedIn, "accountId" | "level">,
): Promise<SchoolViewer> => {
  const { accountId, level } = person;
  if (!teachesCourses(level)) return { id: accountId, level, teaches: new Set() };
  const { rows } = await findTaught(db, person);
  const teaches = rows.some(({ teaches_all }) => teaches_all === 1)
    ? "all"
    : new Set(rows.flatMap(({ course_id }) => course_id ?? []));
  return { id: accountId, level, teaches };
};
