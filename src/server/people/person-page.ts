import type { Kysely } from "kysely";
import { mayChangePerson } from "../../domain/staff-rights.ts";
import { hasSecondFactor } from "../accounts/second-factor/second-factor-rows.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { Tables } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import type { Services } from "../services.ts";
import { refused } from "./person-input.ts";
import { iso, schoolCourses, sentPerson, versionOf } from "./person-record.ts";
import { type KnownPerson, readPeople } from "./read-people.ts";

/** A person of the school. @throws HttpProblem 404 */
export const knownPerson = async (db: Kysely<Tables>, id: number | null): Promise<KnownPerson> => {
  const [known] = id === null ? [] : await readPeople(db, [id]);
  if (!known) throw refused("not-found");
  return known;
};

/** The same for staff who may change them. @throws HttpProblem 403, 404 */
export const changeablePerson = async (
  db: Kysely<Tables>,
  id: number | null,
  level: number,
): Promise<KnownPerson> => {
  const known = await knownPerson(db, id);
  if (!mayChangePerson(level, known.account.level)) throw refused("above");
  return known;
};

/** One person with all that can be changed. @throws HttpProblem 404 */
export const personPage = async (
  { database, catalogue, clock }: Services,
  { level }: Pick<SignedIn, "level">,
  id: number | null,
) => {
  const db = database.read;
  const known = await knownPerson(db, id);
  const { account, taught, sameAs } = known;
  const now = clock();
  const [sessions, secondFactor, link, invitation, mail] = await waitForAll(
    db
      .selectFrom("token")
      .select(({ fn }) => fn.countAll().as("count"))
      .where("account_id", "=", account.id)
      .where("expires", ">", now)
      .executeTakeFirst(),
    hasSecondFactor(db, account.id),
    db
      .selectFrom("openid_link")
      .select("created")
      .where("account_id", "=", account.id)
      .executeTakeFirst(),
    db
      .selectFrom("reset_link")
      .select("expires")
      .where("account_id", "=", account.id)
      .where("purpose", "=", "invitation")
      .where("expires", ">", now)
      .executeTakeFirst(),
    db
      .selectFrom("link_mail")
      .select("due")
      .where("account_id", "=", account.id)
      .executeTakeFirst(),
  );
  return {
    person: sentPerson(known),
    teaches: { all: taught === "all", courses: taught === "all" ? [] : taught },
    courses: schoolCourses(catalogue.current),
    version: versionOf(known),
    above: !mayChangePerson(level, account.level),
    sessions: Number(sessions?.count ?? 0),
    second_factor: secondFactor,
    linked: link !== undefined,
    invited_until: iso(invitation?.expires ?? null),
    mail_waits: mail !== undefined,
    same_as: sameAs ?? "",
  };
};
