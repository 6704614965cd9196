import type { AuditValue } from "../audit/record-change.ts";
import { lastDayOf } from "../people/account-days.ts";
import type { PeopleContext } from "../people/change-person.ts";
import { intervalOf } from "./plan-person.ts";
import type { AddedPerson, ChangedPerson } from "./planned.ts";

type Details = Record<string, AuditValue>;
/** The keys of the school's courses by their ids. */
export type Keys = PeopleContext["courseKeys"];

const keyOf = (id: number, keys: Keys): string => keys.get(id) ?? `#${id}`;

const dayOf = (expire: string | null): string | null =>
  expire === null ? null : lastDayOf(expire);

const coursesOf = ({ courses }: AddedPerson, keys: Keys): string[] =>
  courses.map((course) => {
    const before = course.before === null ? [] : [course.before, "→"];
    return [keyOf(course.course_id, keys), ...before, intervalOf(course)].join(" ");
  });

const taughtKeys = (isAll: number, ids: readonly number[], keys: Keys): AuditValue =>
  isAll === 1 ? "all" : ids.map((id) => keyOf(id, keys)).toSorted();

/** As `addPerson` records it. */
export const recordOfAdded = (person: AddedPerson, keys: Keys): Details => {
  const { level, expire, teaches_all } = person.account;
  const courses = coursesOf(person, keys);
  const taught = taughtKeys(teaches_all, person.taught, keys);
  return {
    level,
    ...(expire !== null && { last_day: lastDayOf(expire) }),
    ...(courses.length > 0 && { courses }),
    ...((teaches_all === 1 || person.taught.length > 0) && { teaches: [[], taught] }),
  };
};

/** As `changePerson` records it: a person's own data by the names of the fields alone. */
export const recordOfChanged = (person: ChangedPerson, keys: Keys): Details => {
  const { before, account, taught, takesTaught } = person;
  const fields = (["email", "first_name", "last_name"] as const).filter(
    (name) => before[name] !== account[name],
  );
  const courses = coursesOf(person, keys);
  const left = takesTaught ? [] : before.taught;
  const teaches = [
    taughtKeys(before.teaches_all, before.taught, keys),
    taughtKeys(account.teaches_all, [...left, ...taught], keys),
  ];
  const isTaughtSame = JSON.stringify(teaches[0]) === JSON.stringify(teaches[1]);
  return {
    ...(fields.length > 0 && { fields }),
    ...(before.username !== account.username && { username: [before.username, account.username] }),
    ...(before.level !== account.level && { level: [before.level, account.level] }),
    ...(before.expire !== account.expire && {
      last_day: [dayOf(before.expire), dayOf(account.expire)],
    }),
    ...(courses.length > 0 && { courses }),
    ...(!isTaughtSame && { teaches }),
  };
};
