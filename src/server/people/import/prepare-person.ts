import { foldText } from "../../../domain/search-text.ts";
import { searchTextOf } from "../../accounts/account-search.ts";
import { emailFields, usernameFields } from "../../accounts/taken-names.ts";
import type { TaughtCourses } from "../../desk/taught-courses.ts";
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
import type { AddedPerson, ChangedPerson, PlannedAccount } from "./planned.ts";

/** The columns of an account's names. */
const namesOf = (account: PlannedAccount) => ({
  ...usernameFields(account.username),
  ...emailFields(account.email),
  first_name: account.first_name,
  last_name: account.last_name,
  search_text: searchTextOf(account),
});

/** What takes time to compute and is the same whenever it is written. */
interface Prepared {
  readonly names: ReturnType<typeof namesOf>;
  /** For the record, as JSON; empty if there is nothing to record. */
  readonly details: string;
  /** The username, as the list of changes is searched. */
  readonly folded: string;
}

export type PreparedAdded = AddedPerson & Prepared;
export type PreparedChanged = ChangedPerson & Prepared;

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

/** Prepares somebody for the write, so that it is short. */
export const prepareAdded = (person: AddedPerson, keys: CourseKeys): PreparedAdded => ({
  ...person,
  names: namesOf(person.account),
  details: JSON.stringify(detailsOfAdded(person, keys)),
  folded: foldText(person.account.username),
});

/** The same for somebody who is changed. */
export const prepareChanged = (person: ChangedPerson, keys: CourseKeys): PreparedChanged => {
  const details = detailsOfChanged(person, keys);
  return {
    ...person,
    names: namesOf(person.account),
    details: Object.keys(details).length === 0 ? "" : JSON.stringify(details),
    folded: foldText(person.account.username),
  };
};
