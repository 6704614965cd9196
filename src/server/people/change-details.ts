import type { AuditValue } from "../audit/record-change.ts";
import type { Account, Tables } from "../db/schema.ts";
import type { TaughtCourses } from "../desk/viewer.ts";
import { lastDayOf } from "./account-days.ts";

/** What the list of changes says of a change, by the name of the field. */
export type ChangeDetails = Record<string, AuditValue>;

export type CourseKeys = ReadonlyMap<number, string>;

/** A course's key, or its id once the school no longer has it. */
export const courseKey = (id: number, keys: CourseKeys): string => keys.get(id) ?? `#${id}`;

/** The days of a course as ISO 8601 writes an interval, such as `2026-01-15/2027-01-15`. */
export const courseDays = ({
  sub_date,
  exp_date,
}: Pick<Tables["subscription"], "sub_date" | "exp_date">): string =>
  `${sub_date ?? ".."}/${exp_date ?? ".."}`;

/** A course with its days, after those before if there were any, such as `PMB 2026-01-15/.. → 2026-01-15/2027-01-15`. */
export const courseInWords = (key: string, before: string | null, now: string): string =>
  [key, ...(before === null ? [] : [before, "→"]), now].join(" ");

const taughtKeys = (taught: TaughtCourses, keys: CourseKeys): AuditValue =>
  taught === "all" ? taught : taught.map((id) => courseKey(id, keys)).toSorted();

/** The courses that a tutor teaches, before and now; nothing if they are the same. */
export const taughtDetails = (
  before: TaughtCourses,
  now: TaughtCourses,
  keys: CourseKeys,
): ChangeDetails => {
  const teaches = [taughtKeys(before, keys), taughtKeys(now, keys)];
  return JSON.stringify(teaches[0]) === JSON.stringify(teaches[1]) ? {} : { teaches };
};

type Fields = Pick<Account, "username" | "email" | "first_name" | "last_name" | "level" | "expire">;

const dayOf = ({ expire }: Fields): string | null => (expire === null ? null : lastDayOf(expire));

/** Which columns change: a person's own data by the names of the fields alone. */
export const fieldDetails = (before: Fields, now: Fields): ChangeDetails => {
  const differs = (name: keyof Fields): boolean => before[name] !== now[name];
  const fields = (["email", "first_name", "last_name"] as const).filter(differs);
  return {
    ...(fields.length > 0 && { fields }),
    ...(differs("username") && { username: [before.username, now.username] }),
    ...(differs("level") && { level: [before.level, now.level] }),
    ...(differs("expire") && { last_day: [dayOf(before), dayOf(now)] }),
  };
};
