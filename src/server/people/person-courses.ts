import type { Kysely } from "kysely";
import { addMonths, type Day } from "../../domain/calendar.ts";
import type { AuditValue } from "../audit/record-change.ts";
import type { Tables } from "../db/schema.ts";
import { type CourseKeys, courseDays, courseInWords, courseKey } from "./change-details.ts";

export interface CourseDates {
  /** The day on which the course starts; null or undefined: as before, or today for a new one. */
  readonly from?: string | null | undefined;
  /** The last day; null: no end; undefined: as before, or no end for a new one. */
  readonly until?: string | null | undefined;
  /** In place of `until`: whole months from the start. */
  readonly months?: number | undefined;
}

/** A course to give, or to change the dates of. */
export interface GivenCourse extends CourseDates {
  readonly id: number;
}

type Subscription = Tables["subscription"];

const withDates = (
  present: Subscription | undefined,
  { from, until, months }: CourseDates,
  today: Day<"school">,
): Omit<Subscription, "account_id" | "course_id"> => {
  const sub_date = from ?? present?.sub_date ?? today;
  if (months !== undefined) {
    return { sub_date, sub_months: months, exp_date: addMonths(sub_date, months) };
  }
  return until === undefined
    ? {
        ...{ sub_date, sub_months: present?.sub_months ?? null },
        exp_date: present?.exp_date ?? null,
      }
    : { sub_date, sub_months: null, exp_date: until };
};

const isSame = (
  present: Subscription | undefined,
  wanted: Omit<Subscription, "account_id" | "course_id">,
): boolean =>
  present !== undefined &&
  present.sub_date === wanted.sub_date &&
  present.exp_date === wanted.exp_date &&
  present.sub_months === wanted.sub_months;

/** What has changed, for the record: courses as `PMB 2026-01-15/2027-01-15`, with the days before if they had any. */
interface ChangedCourses {
  readonly courses?: AuditValue;
  readonly courses_removed?: AuditValue;
}

/** Gives courses, changes their dates, and takes courses away; call within a write. */
export const changeCourses = async (
  db: Kysely<Tables>,
  accountId: number,
  given: readonly GivenCourse[],
  removed: readonly number[],
  { today, courseKeys }: { today: Day<"school">; courseKeys: CourseKeys },
): Promise<ChangedCourses> => {
  if (given.length + removed.length === 0) return {};
  const rows = await db
    .selectFrom("subscription")
    .selectAll()
    .where("account_id", "=", accountId)
    .execute();
  const present = new Map(rows.map((row) => [row.course_id, row]));
  const keyOf = (id: number) => courseKey(id, courseKeys);
  const changed: string[] = [];
  const gone: string[] = [];
  for (const { id, ...dates } of given) {
    const before = present.get(id);
    const wanted = withDates(before, dates, today);
    if (isSame(before, wanted)) continue;
    const after = { account_id: accountId, course_id: id, ...wanted };
    await db
      .insertInto("subscription")
      .values(after)
      .onConflict((conflict) =>
        conflict.columns(["account_id", "course_id"]).doUpdateSet({ ...wanted }),
      )
      .execute();
    changed.push(courseInWords(keyOf(id), before ? courseDays(before) : null, courseDays(after)));
    present.set(id, after);
  }
  const taken = [...new Set(removed)].filter((id) => present.has(id));
  if (taken.length > 0) {
    await db
      .deleteFrom("subscription")
      .where("account_id", "=", accountId)
      .where("course_id", "in", taken)
      .execute();
    for (const id of taken) {
      const before = present.get(id);
      gone.push(before ? courseInWords(keyOf(id), null, courseDays(before)) : keyOf(id));
    }
  }
  return {
    ...(changed.length > 0 && { courses: changed }),
    ...(gone.length > 0 && { courses_removed: gone }),
  };
};
