import type { Kysely } from "kysely";
import type { PeopleAction } from "../../contract/staff-people.ts";
import { mayChangePerson, mayGiveLevel } from "../../domain/staff-rights.ts";
import type { Account, Tables } from "../db/schema.ts";
import { changePerson, type PeopleContext, type PersonChanges } from "./change-person.ts";
import { isLastAdministrator } from "./last-administrator.ts";
import { type LinkRefusal, orderLinkMail } from "./links.ts";

export interface ActOnPeople {
  readonly action: PeopleAction;
  readonly level: number | null;
  readonly course: number | null;
  readonly until: string | null;
}

/** Staff who change people, with the level that they have at this moment. */
export interface StaffContext extends PeopleContext {
  readonly level: number;
}

export type ActRefusal = "above" | "level-too-high" | "self" | "last-administrator" | LinkRefusal;

const changesOf = (
  { action, level, course, until }: ActOnPeople,
  account: Account,
): PersonChanges => {
  switch (action) {
    case "block":
      return { blocked: true };
    case "unblock":
      return { blocked: false };
    case "sign-out":
      return { signedOut: true };
    case "reset-second-factor":
      return { withoutSecondFactor: true };
    case "mail-works":
      return { mailWorks: true };
    case "unlink":
      return { unlinked: true };
    case "set-level":
      return { level: level ?? account.level };
    case "give-course":
      return { courses: course === null ? [] : [{ id: course, until }] };
    case "take-course":
      return { removedCourses: course === null ? [] : [course] };
    default:
      return {};
  }
};

export const isSelf = ({ actor }: PeopleContext, { id }: Pick<Account, "id">): boolean =>
  actor.kind === "person" && actor.id === id;

/**
 * Does something to a person, by the rights of the one who does it; call within a write.
 * @returns why nothing is done; null once it is
 */
export const actOnPerson = async (
  db: Kysely<Tables>,
  account: Account,
  act: ActOnPeople,
  context: StaffContext,
): Promise<ActRefusal | null> => {
  if (!mayChangePerson(context.level, account.level)) return "above";
  if (act.level !== null && !mayGiveLevel(context.level, act.level)) return "level-too-high";
  if (act.action === "invite" || act.action === "reset-password") {
    const purpose = act.action === "invite" ? "invitation" : "password-reset";
    return orderLinkMail(db, account, purpose, context);
  }
  if (isSelf(context, account)) {
    // Whoever blocks themselves needs somebody else to undo it.
    if (act.action === "block") {
      const isLast = await isLastAdministrator(db, account, context.today);
      return isLast ? "last-administrator" : "self";
    }
    // The Profile asks for the password or a code, which a stolen session does not have.
    if (act.action === "reset-second-factor") return "self";
  }
  const problem = await changePerson(db, account, changesOf(act, account), context);
  if (problem) return "problem" in problem ? problem.problem : null;
  return null;
};
