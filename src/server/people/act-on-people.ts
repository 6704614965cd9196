import type { Kysely } from "kysely";
import type * as v from "valibot";
import type { postPeopleAction } from "../../contract/staff-people.ts";
import { isDay } from "../../domain/is-day.ts";
import { mayChangePerson, mayGiveLevel } from "../../domain/staff-rights.ts";
import { accountsById, lockAccounts } from "../accounts/account-rows.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { nameOf } from "../assignments/sent-assignment.ts";
import type { Account, Tables } from "../db/schema.ts";
import { HttpProblem, invalid } from "../problem.ts";
import type { Services } from "../services.ts";
import { changePerson, type PeopleContext, type PersonChanges } from "./change-person.ts";
import { isLastAdministrator } from "./last-administrator.ts";
import { orderLinkMail } from "./links.ts";
import { assertLevel, codeOf, goodIds, type PersonRefusal, refused } from "./person-input.ts";
import { type StaffContext, staffContext } from "./staff-context.ts";

type ActionBody = v.InferOutput<NonNullable<typeof postPeopleAction.body>>;
type ActOnPeople = Omit<ActionBody, "people">;

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
const actOnPerson = async (
  db: Kysely<Tables>,
  account: Account,
  act: ActOnPeople,
  context: StaffContext,
): Promise<PersonRefusal | null> => {
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
  return problem === "last-administrator" ? problem : null;
};

/** Students' writes go between those for so many people. */
const AT_ONCE = 50;

const assertWhole = (services: Services, { action, level, course, until }: ActionBody): void => {
  if (action === "set-level" && level === null) throw invalid("level", "is required");
  if (level !== null) assertLevel(level);
  if (until !== null && !isDay(until)) throw invalid("until", "must be a day of the calendar");
  if (action !== "give-course" && action !== "take-course") return;
  if (course === null) throw invalid("course", "is required");
  if (action === "give-course" && !services.catalogue.current.courses.has(course)) {
    throw new HttpProblem(404, "course/not_found", "There is no such course");
  }
};

interface Refused {
  readonly id: number;
  readonly name: string;
  readonly refusal: PersonRefusal;
}

/** Does it to some people in one write. @returns those to whom it is not done */
const actOnSome = async (
  services: Services,
  staff: SignedIn,
  ids: readonly number[],
  act: ActOnPeople,
): Promise<Refused[]> => {
  const { database } = services;
  return database.write(async (db) => {
    const context = await staffContext(services, db, staff);
    await lockAccounts(database, db, ids);
    const accounts = await accountsById(db, ids);
    const found: Refused[] = [];
    for (const id of ids) {
      const account = accounts.get(id);
      const refusal = account ? await actOnPerson(db, account, act, context) : "not-found";
      if (refusal) found.push({ id, name: account ? nameOf(account) : "", refusal });
    }
    return found;
  });
};

/** Does the same to several people. @throws HttpProblem 403, 404, 409, 422 */
export const actOnPeople = async (
  services: Services,
  staff: SignedIn,
  { people, ...act }: ActionBody,
) => {
  assertWhole(services, { people, ...act });
  const ids = goodIds(people);
  const found: Refused[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    found.push(...(await actOnSome(services, staff, some, act)));
    for (const id of some) services.tokens.forget(id);
  }
  const [first] = found;
  if (first && ids.length === 1) throw refused(first.refusal);
  return {
    done: ids.length - found.length,
    refused: found.map(({ id, name, refusal }) => ({ id, name, code: codeOf(refusal) })),
  };
};
