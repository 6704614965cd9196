import type { Kysely } from "kysely";
import type { Actor, AuditAction } from "../../domain/audit.ts";
import { addMonths, type Day } from "../../domain/calendar.ts";
import {
  emailFields,
  findTakenName,
  type TakenName,
  usernameFields,
} from "../accounts/account-names.ts";
import {
  endLinks,
  endMailedLinks,
  endSessions,
  outdatesLinks,
  setPassword,
} from "../accounts/account-rows.ts";
import { searchTextOf } from "../accounts/account-search.ts";
import { removeSecondFactors } from "../accounts/second-factor/second-factor-rows.ts";
import { recordChange } from "../audit/record-change.ts";
import type { Account, Tables } from "../db/schema.ts";
import { setTaughtCourses, type TaughtCourses } from "../desk/viewer.ts";
import { tryMailsAgain } from "../news/outbox.ts";
import {
  type ChangeDetails,
  type CourseKeys,
  fieldDetails,
  taughtDetails,
} from "./change-details.ts";
import { areLastAdministrators, takesAdministrator } from "./last-administrator.ts";
import { changeCourses, type GivenCourse } from "./person-courses.ts";

export interface PersonChanges {
  username?: string;
  email?: string;
  firstName?: string;
  lastName?: string;
  level?: number;
  /** The last day of access; null: no end. */
  lastDay?: string | null;
  blocked?: boolean;
  passwordHash?: string;
  /** Whether mails with news go to an address again that the mail server had refused. */
  mailWorks?: boolean;
  /** Whether the account is found by its mail address again at the next sign-in with OpenID Connect. */
  unlinked?: boolean;
  /** Whether the account loses its second factor, for somebody who has lost the device. Ends all sessions. */
  withoutSecondFactor?: boolean;
  signedOut?: boolean;
  teaches?: TaughtCourses;
  courses?: readonly GivenCourse[];
  removedCourses?: readonly number[];
}

export interface PeopleContext {
  readonly actor: Actor;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly today: Day<"school">;
  /** For the record of the change. */
  readonly courseKeys: CourseKeys;
}

/** Why a change is refused: a name is not free, or nobody else could run the school. Then nothing is changed. */
export type PersonProblem = TakenName | "last-administrator";

const fieldsOf = (account: Account, changes: PersonChanges, now: number): Partial<Account> => {
  const { username, email, firstName, lastName, level, lastDay, blocked } = changes;
  const fields = {
    ...(username !== undefined && usernameFields(username)),
    ...(email !== undefined && emailFields(email)),
    ...(firstName !== undefined && { first_name: firstName }),
    ...(lastName !== undefined && { last_name: lastName }),
    ...(level !== undefined && { level }),
    // The account stores one calendar month after the last day.
    ...(lastDay !== undefined && { expire: lastDay === null ? null : addMonths(lastDay, 1) }),
    ...(blocked !== undefined && { blocked: blocked ? (account.blocked ?? now) : null }),
  };
  const entries = Object.entries(fields).filter(
    ([name, value]) => account[name as keyof Account] !== value,
  );
  return Object.fromEntries(entries) as Partial<Account>;
};

/** Sets the courses that a tutor teaches. @returns both lists for the record; nothing if they are the same */
const changeTaught = async (
  db: Kysely<Tables>,
  { id, teaches_all }: Account,
  taught: TaughtCourses,
  { courseKeys }: PeopleContext,
): Promise<ChangeDetails> => {
  const rows = await db
    .selectFrom("teaches")
    .select("course_id")
    .where("account_id", "=", id)
    .execute();
  const present: TaughtCourses = teaches_all === 1 ? "all" : rows.map(({ course_id }) => course_id);
  const details = taughtDetails(present, taught, courseKeys);
  if (details.teaches !== undefined) await setTaughtCourses(db, id, taught);
  return details;
};

/**
 * Changes an account, and records who has done it; call within a write. A new password, blocking, and
 * the loss of the second factor end all sessions. What is the same already is not recorded.
 * @returns why nothing is changed; null once all is changed
 */
export const changePerson = async (
  db: Kysely<Tables>,
  account: Account,
  changes: PersonChanges,
  context: PeopleContext,
): Promise<PersonProblem | null> => {
  const { id } = account;
  const { actor, now, today } = context;
  const { blocked, passwordHash, mailWorks, unlinked, withoutSecondFactor } = changes;
  const taken = await findTakenName(db, changes, id);
  if (taken) return taken;
  const fields = fieldsOf(account, changes, now);
  const isTaken = takesAdministrator(account, { ...account, ...fields }, today);
  if (isTaken && (await areLastAdministrators(db, [id], today))) return "last-administrator";
  if (Object.keys(fields).length > 0) {
    const search_text = searchTextOf({ ...account, ...fields });
    await db
      .updateTable("account")
      .set({ ...fields, search_text })
      .where("id", "=", id)
      .execute();
  }
  if (outdatesLinks(account, { ...account, ...fields })) await endMailedLinks(db, [id]);
  const details = fieldDetails(account, { ...account, ...fields });
  if (mailWorks || fields.email !== undefined) await tryMailsAgain(db, [id], now);
  if (mailWorks) details.mail_works = true;
  if (changes.teaches !== undefined) {
    Object.assign(details, await changeTaught(db, account, changes.teaches, context));
  }
  if (unlinked) {
    await db.deleteFrom("openid_link").where("account_id", "=", id).execute();
    details.unlinked = true;
  }
  const { courses = [], removedCourses = [] } = changes;
  Object.assign(details, await changeCourses(db, id, courses, removedCourses, context));

  const actions: AuditAction[] = [];
  if (fields.blocked !== undefined) actions.push(blocked ? "blocked" : "unblocked");
  if (blocked) await endLinks(db, id);
  if (passwordHash !== undefined) {
    await setPassword(db, id, passwordHash);
    actions.push("password-reset");
  }
  if (withoutSecondFactor) {
    await removeSecondFactors(db, id);
    actions.push("second-factor-reset");
  }
  if (changes.signedOut) actions.push("signed-out");
  if (blocked || withoutSecondFactor || changes.signedOut) await endSessions(db, id);

  const who = { actor, kind: "person", subject: id, name: account.username } as const;
  if (Object.keys(details).length > 0) {
    await recordChange(db, now, { ...who, action: "changed", details });
  }
  for (const action of actions) await recordChange(db, now, { ...who, action });
  return null;
};
