import type { PeopleColumn, RowProblem } from "../../../contract/staff-import.ts";
import { addMonths } from "../../../domain/calendar.ts";
import type { Language } from "../../../domain/languages.ts";
import { foldText } from "../../../domain/search-text.ts";
import { mayChangePerson, mayGiveLevel } from "../../../domain/staff-rights.ts";
import { emailFields, usernameFields } from "../../accounts/account-names.ts";
import { searchTextOf } from "../../accounts/account-search.ts";
import type { Tables } from "../../db/schema.ts";
import type { TaughtCourses } from "../../desk/viewer.ts";
import { lastDayOf } from "../account-days.ts";
import {
  type ChangeDetails,
  type CourseKeys,
  courseDays,
  courseInWords,
  courseKey,
  fieldDetails,
  taughtDetails,
} from "../change-details.ts";
import type { StaffContext } from "../staff-context.ts";
import type { PresentPerson } from "./present-people.ts";
import type { PersonRow, RowCourse, RowError } from "./read-row.ts";

type PlannedCourse = Omit<Tables["subscription"], "account_id"> & {
  /** The days before, for the record; null: a new course. */
  readonly before: string | null;
};

/** A person as the row leaves them, besides their courses. */
export interface PlannedAccount {
  readonly username: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly level: number;
  /** One calendar month after the last day; null: no end. */
  readonly expire: string | null;
  /** As before: no row blocks anybody. */
  readonly blocked: number | null;
  readonly teaches_all: number;
}

/** A person whom a row adds. */
export interface AddedPerson {
  readonly account: PlannedAccount;
  /** Courses that are new or have other days. */
  readonly courses: readonly PlannedCourse[];
  /** Ids of courses that a tutor teaches besides. */
  readonly taught: readonly number[];
  /** Whether the tutor teaches none of those before. */
  readonly takesTaught: boolean;
  /** Null: as before. */
  readonly language: Language | null;
}

/** A person whom a row changes. */
export interface ChangedPerson extends AddedPerson {
  readonly id: number;
  readonly before: PlannedAccount & { readonly taught: readonly number[] };
}

/** What an import does with a row. */
export type PlannedRow = {
  readonly row: number;
  /** How the list names the person: the username, or else the mail address. */
  readonly name: string;
} & (
  | { readonly kind: "add"; readonly fields: readonly PeopleColumn[]; readonly added: AddedPerson }
  | {
      readonly kind: "change";
      readonly fields: readonly PeopleColumn[];
      readonly changed: ChangedPerson;
    }
  | { readonly kind: "same" }
  | { readonly kind: "wrong"; readonly errors: readonly RowError[] }
);

const namesOf = (account: PlannedAccount) => ({
  ...usernameFields(account.username),
  ...emailFields(account.email),
  first_name: account.first_name,
  last_name: account.last_name,
  search_text: searchTextOf(account),
});

const taughtOf = ({ teaches_all }: PlannedAccount, ids: readonly number[]): TaughtCourses =>
  teaches_all === 1 ? "all" : ids;

const courseDetails = ({ courses }: AddedPerson, keys: CourseKeys): ChangeDetails =>
  courses.length === 0
    ? {}
    : {
        courses: courses.map((course) =>
          courseInWords(courseKey(course.course_id, keys), course.before, courseDays(course)),
        ),
      };

/** As `addPerson` records it. */
const detailsOfAdded = (person: AddedPerson, keys: CourseKeys): ChangeDetails => {
  const { account, taught } = person;
  const { level, expire } = account;
  return {
    level,
    ...(expire !== null && { last_day: lastDayOf(expire) }),
    ...courseDetails(person, keys),
    ...taughtDetails([], taughtOf(account, taught), keys),
  };
};

/** As `changePerson` records it. */
const detailsOfChanged = (person: ChangedPerson, keys: CourseKeys): ChangeDetails => {
  const { before, account, taught, takesTaught } = person;
  const left = takesTaught ? [] : before.taught;
  return {
    ...fieldDetails(before, account),
    ...courseDetails(person, keys),
    ...taughtDetails(
      taughtOf(before, before.taught),
      taughtOf(account, [...left, ...taught]),
      keys,
    ),
  };
};

/** Adds the columns of the names and what is recorded: JSON, empty for nothing, and words that it is found by. */
const prepared = <Person extends AddedPerson>(person: Person, details: ChangeDetails) => ({
  ...person,
  names: namesOf(person.account),
  details: Object.keys(details).length === 0 ? "" : JSON.stringify(details),
  folded: foldText(person.account.username),
});

export const prepareAdded = (person: AddedPerson, keys: CourseKeys) =>
  prepared(person, detailsOfAdded(person, keys));

export const prepareChanged = (person: ChangedPerson, keys: CourseKeys) =>
  prepared(person, detailsOfChanged(person, keys));

export type PreparedAdded = ReturnType<typeof prepareAdded>;
export type PreparedChanged = ReturnType<typeof prepareChanged>;

export type PlanContext = Pick<StaffContext, "level" | "today">;

type Fail = (column: PeopleColumn, problem: RowProblem, value: string) => void;
type Subscription = Omit<Tables["subscription"], "account_id">;

const planCourse = (
  { id, from, until, months }: RowCourse,
  present: Subscription | undefined,
  { today }: PlanContext,
  fail: Fail,
): PlannedCourse | null => {
  const sub_date = from ?? (present ? present.sub_date : today);
  let exp_date = present?.exp_date ?? null;
  let sub_months = present?.sub_months ?? null;
  const isAsBefore = present !== undefined && sub_date === present.sub_date;
  if (until !== undefined) {
    const keeps = until === exp_date && (months === undefined || months === sub_months);
    exp_date = until;
    if (!keeps) sub_months = months ?? null;
    const end = months !== undefined && sub_date !== null ? addMonths(sub_date, months) : null;
    if (!keeps && end !== null && end !== until) fail("months", "months-and-until", String(months));
  } else if (months !== undefined && !(isAsBefore && months === sub_months)) {
    sub_months = months;
    exp_date = sub_date === null ? null : addMonths(sub_date, months);
  }
  const isSame = isAsBefore && exp_date === present.exp_date && sub_months === present.sub_months;
  if (isSame) return null;
  if (exp_date !== null && sub_date !== null && exp_date < sub_date) {
    fail("until", "ends-before", exp_date);
  }
  return {
    ...{ course_id: id, sub_date, exp_date, sub_months },
    before: present ? courseDays(present) : null,
  };
};

const planCourses = (
  row: PersonRow,
  present: PresentPerson["courses"],
  context: PlanContext,
  fail: Fail,
): PlannedCourse[] =>
  row.courses.flatMap((course) => planCourse(course, present.get(course.id), context, fail) ?? []);

const expireOf = (lastDay: string | "never"): string | null =>
  lastDay === "never" ? null : addMonths(lastDay, 1);

const failer =
  (errors: RowError[]): Fail =>
  (column, problem, value) => {
    errors.push({ column, problem, value });
  };

/** What a row adds. @returns also what is wrong with it */
export const planAdded = (
  row: PersonRow,
  context: PlanContext,
): { added: AddedPerson; fields: PeopleColumn[]; errors: RowError[] } => {
  const errors: RowError[] = [];
  const fail = failer(errors);
  const level = row.level ?? 0;
  if (row.email === null) fail("email", "email-missing", row.username ?? "");
  if (!mayGiveLevel(context.level, level)) fail("level", "level-too-high", String(level));
  const fields = (
    [
      ["username", row.username],
      ["email", row.email],
      ["first_name", row.firstName],
      ["last_name", row.lastName],
      ["level", row.level],
      ["language", row.language],
      ["last_day", row.lastDay],
      ["courses", row.courses[0]],
      ["teaches", row.teaches],
    ] as const
  ).flatMap(([column, value]) => (value === null || value === undefined ? [] : [column]));
  const added: AddedPerson = {
    account: {
      username: row.username ?? row.email ?? "",
      email: row.email ?? "",
      first_name: row.firstName ?? "",
      last_name: row.lastName ?? "",
      level,
      expire: row.lastDay === null ? null : expireOf(row.lastDay),
      blocked: null,
      teaches_all: Number(row.teaches === "all"),
    },
    courses: planCourses(row, new Map(), context, fail),
    taught: typeof row.teaches === "object" ? [...new Set(row.teaches ?? [])] : [],
    takesTaught: false,
    language: row.language,
  };
  return { added, fields, errors };
};

/** What a row changes; `changed` is null if it changes nothing. @returns also what is wrong with it */
export const planChanged = (
  row: PersonRow,
  present: PresentPerson,
  context: PlanContext,
): { changed: ChangedPerson | null; fields: PeopleColumn[]; errors: RowError[] } => {
  const errors: RowError[] = [];
  const fail = failer(errors);
  const { id, username_key, username_like, email_key, email_like, ...before } = present.account;
  const isSameDay =
    row.lastDay === null ||
    (before.expire === null
      ? row.lastDay === "never"
      : row.lastDay !== "never" && lastDayOf(before.expire) === row.lastDay);
  const { teaches } = row;
  const known = before.teaches_all === 1 ? null : present.taught;
  const taught =
    typeof teaches === "object" && known
      ? [...new Set(teaches ?? [])].filter((course) => !known.has(course))
      : [];
  const takesTaught = teaches === "none" && (known === null || known.size > 0);
  const account: PlannedAccount = {
    username: row.username ?? before.username,
    email: row.email ?? before.email,
    first_name: row.firstName ?? before.first_name,
    last_name: row.lastName ?? before.last_name,
    level: row.level ?? before.level,
    expire: isSameDay || row.lastDay === null ? before.expire : expireOf(row.lastDay),
    blocked: before.blocked,
    teaches_all: teaches === "all" ? 1 : takesTaught ? 0 : before.teaches_all,
  };
  const courses = planCourses(row, present.courses, context, fail);
  const language = row.language === present.language ? null : row.language;
  const fields: PeopleColumn[] = [];
  for (const column of ["username", "email", "first_name", "last_name", "level"] as const) {
    if (account[column] !== before[column]) fields.push(column);
  }
  if (account.expire !== before.expire) fields.push("last_day");
  if (language !== null) fields.push("language");
  if (courses.length > 0) fields.push("courses");
  if (taught.length > 0 || takesTaught || account.teaches_all !== before.teaches_all) {
    fields.push("teaches");
  }
  if (fields.length === 0) return { changed: null, fields, errors };
  if (!mayChangePerson(context.level, before.level)) {
    fail("level", "above", String(before.level));
  } else if (!mayGiveLevel(context.level, account.level)) {
    fail("level", "level-too-high", String(account.level));
  }
  const changed: ChangedPerson = {
    ...{ id, account, courses, taught, takesTaught, language },
    before: { ...before, taught: [...present.taught] },
  };
  return { changed, fields, errors };
};
