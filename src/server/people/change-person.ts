import type { Kysely } from "kysely";
import { addMonths, type Day } from "../../domain/calendar.ts";
import { endSessions, setPassword } from "../db/accounts.ts";
import type { Account, Tables } from "../db/schema.ts";
import { removeSecondFactors } from "../db/second-factors.ts";
import { emailFields, findTakenName, type TakenName, usernameFields } from "../db/taken-names.ts";
import { setTaughtCourses, type TaughtCourses } from "../db/taught-courses.ts";
import { lookAt } from "../news/outbox.ts";

export interface CourseDates {
  /** The day on which the courses start; undefined: as before, or today for a new one. */
  from?: string;
  /** The last day; null: no end; undefined: as before, or no end for a new one. */
  until?: string | null;
  /** In place of `until`: whole months from the start. */
  months?: number;
}

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
  teaches?: TaughtCourses;
  /** Ids of courses to give, or to change the dates of. */
  courses: readonly number[];
  dates: CourseDates;
  /** Ids of courses to take away. */
  removedCourses: readonly number[];
}

const giveCourse = async (
  db: Kysely<Tables>,
  accountId: number,
  courseId: number,
  { from, until, months }: CourseDates,
  today: Day<"school">,
): Promise<void> => {
  const present = await db
    .selectFrom("subscription")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("course_id", "=", courseId)
    .executeTakeFirst();
  const sub_date = from ?? present?.sub_date ?? today;
  const end =
    months !== undefined
      ? { sub_months: months, exp_date: addMonths(sub_date, months) }
      : until !== undefined
        ? { sub_months: null, exp_date: until }
        : { sub_months: present?.sub_months ?? null, exp_date: present?.exp_date ?? null };
  await db
    .insertInto("subscription")
    .values({ account_id: accountId, course_id: courseId, sub_date, ...end })
    .onConflict((conflict) =>
      conflict.columns(["account_id", "course_id"]).doUpdateSet({ sub_date, ...end }),
    )
    .execute();
};

/** Lets mails go to a person again, with all that has not been told meanwhile. */
const tryMailAgain = async (db: Kysely<Tables>, accountId: number, now: number): Promise<void> => {
  await db
    .updateTable("news_choice")
    .set({ refused: null, refused_at: null })
    .where("account_id", "=", accountId)
    .execute();
  const left = db.selectFrom("news").select("at").where("account_id", "=", accountId).limit(1);
  if (await left.executeTakeFirst()) await lookAt(db, [accountId], now);
};

/**
 * Changes an account; call within a write. A new password, blocking, and the loss of the second factor
 * end all sessions.
 * @returns which name is not free, and then nothing is changed; null once all is changed
 */
export const changePerson = async (
  db: Kysely<Tables>,
  account: Account,
  changes: PersonChanges,
  now: number,
  today: Day<"school">,
): Promise<TakenName | null> => {
  const { username, email, firstName, lastName, level, lastDay, blocked, passwordHash } = changes;
  const taken = await findTakenName(db, changes, account.id);
  if (taken) return taken;
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
  if (Object.keys(fields).length > 0) {
    await db.updateTable("account").set(fields).where("id", "=", account.id).execute();
  }
  if (changes.mailWorks || email !== undefined) await tryMailAgain(db, account.id, now);
  if (changes.teaches !== undefined) await setTaughtCourses(db, account.id, changes.teaches);
  if (passwordHash !== undefined) await setPassword(db, account.id, passwordHash);
  if (changes.withoutSecondFactor) await removeSecondFactors(db, account.id);
  if (blocked || changes.withoutSecondFactor) await endSessions(db, account.id);
  if (changes.unlinked) {
    await db.deleteFrom("openid_link").where("account_id", "=", account.id).execute();
  }
  for (const course of changes.courses) {
    await giveCourse(db, account.id, course, changes.dates, today);
  }
  if (changes.removedCourses.length > 0) {
    await db
      .deleteFrom("subscription")
      .where("account_id", "=", account.id)
      .where("course_id", "in", [...changes.removedCourses])
      .execute();
  }
  return null;
};
