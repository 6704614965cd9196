import type { Kysely } from "kysely";
import { courseKeys } from "../content/import-school.ts";
import type { Tables } from "../db/schema.ts";
import { courseKey } from "../people/change-details.ts";
import type { PeopleFilter } from "../people/find-people.ts";
import { peopleIds } from "../people/find-people.ts";
import { readPeople } from "../people/read-people.ts";

/** An account with its courses. Fields without a value are null. */
export interface ListedPerson {
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  /** 0 student, 10 tutor, 20 manager, 100 administrator. */
  level: number;
  registered: string;
  /** The last day of access. */
  lastDay: string | null;
  /** Since when the account is blocked, an ISO date with time. */
  blocked: string | null;
  lastLogin: string | null;
  courses: { key: string; from: string | null; until: string | null; months: number | null }[];
  /** The keys of the courses that a tutor teaches; null for other levels. */
  teaches: "all" | readonly string[] | null;
  /** Since when its mail address is known to take no mails, an ISO date with time. */
  mailRefused: string | null;
  /** Another account whose name or mail address looks like this one's. */
  sameAs: string | null;
  /** Whether no password has been chosen yet, as after an invitation. */
  noPassword: boolean;
}

const iso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** Those of the accounts that there are, with the keys of their courses. */
export const listedPeople = async (
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<ListedPerson[]> => {
  const keys = await courseKeys(db);
  const keyOf = (courseId: number) => courseKey(courseId, keys);
  const people = await readPeople(db, ids);
  return people.map(({ account, courses, teaches, lastDay, mailRefused, sameAs }) => ({
    username: account.username,
    email: account.email,
    firstName: account.first_name,
    lastName: account.last_name,
    level: account.level,
    registered: account.registered,
    lastDay,
    blocked: iso(account.blocked),
    lastLogin: iso(account.last_login),
    courses: courses.map(({ course_id, sub_date, exp_date, sub_months }) => ({
      key: keyOf(course_id),
      from: sub_date,
      until: exp_date,
      months: sub_months,
    })),
    teaches: teaches === null || teaches === "all" ? teaches : teaches.map(keyOf),
    mailRefused: iso(mailRefused),
    sameAs,
    noPassword: account.password === "",
  }));
};

/** The accounts that match a filter, by username. */
export const listPeople = async (
  db: Kysely<Tables>,
  filter: PeopleFilter,
  now: number,
): Promise<ListedPerson[]> => listedPeople(db, await peopleIds(db, filter, now));
