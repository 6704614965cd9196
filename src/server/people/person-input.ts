import type { ProblemCode } from "../../contract/problem.ts";
import type { PersonFields } from "../../contract/staff-people.ts";
import { isDay } from "../../domain/is-day.ts";
import { mayGiveLevel } from "../../domain/staff-rights.ts";
import { withoutInvisible, withoutMarks } from "../../lib/without-invisible.ts";
import { fitsKey, likenessOf, MAX_KEY_BYTES } from "../accounts/account-names.ts";
import type { Catalogue } from "../content/catalogue.ts";
import { isMailAddress } from "../mail-address.ts";
import { HttpProblem, invalid } from "../problem.ts";
import type { PersonProblem } from "./change-person.ts";

const PROBLEMS = {
  "not-found": ["person/not_found", 404, "There is no such person"],
  above: ["person/above", 403, "This person stands above you"],
  "level-too-high": ["person/level_too_high", 403, "Nobody gives a higher level than their own"],
  changed: ["person/changed", 409, "Somebody else has changed this person meanwhile"],
  "last-administrator": [
    "person/last_administrator",
    409,
    "Nobody else could run the school: this is its last administrator",
  ],
  self: ["person/self", 409, "Nobody does this to themselves"],
  blocked: ["person/blocked", 409, "This person is blocked"],
  "has-password": ["person/has_password", 409, "This person has a password already"],
} as const satisfies Record<string, readonly [ProblemCode, number, string]>;

/** Why somebody is not changed. */
export type PersonRefusal = keyof typeof PROBLEMS;

/** The code of a refusal, for answers that name several people. */
export const codeOf = (refusal: PersonRefusal): ProblemCode => PROBLEMS[refusal][0];

/** The answer to a change of a person that is refused. */
export const refused = (refusal: PersonRefusal): HttpProblem => {
  const [code, status, detail] = PROBLEMS[refusal];
  return new HttpProblem(status, code, detail);
};

/** The same for what `changePerson` and `addPerson` find. */
export const problemOf = (problem: PersonProblem): HttpProblem => {
  if (problem === "last-administrator") return refused(problem);
  const { taken, by } = problem;
  const message = `is that of the account ${by}, or looks like it`;
  const code = taken === "email" ? "person/email_taken" : "person/username_taken";
  return new HttpProblem(409, code, `This ${taken} is not free`, {
    errors: [{ path: taken, message }],
  });
};

/** Control characters, such as a line break, have no place in a name. */
const CONTROL = /\p{Cc}/u;

const oneLine = (field: string, given: string): string => {
  if (CONTROL.test(given)) throw invalid(field, "must be one line");
  return given;
};

const personal = (field: string, given: string): string => withoutMarks(oneLine(field, given));

const within = (field: string, given: string): string => {
  if (!fitsKey(given)) throw invalid(field, `may have at most ${MAX_KEY_BYTES} bytes`);
  return given;
};

const goodUsername = (given: string): string => {
  const username = within("username", withoutInvisible(oneLine("username", given)));
  if (likenessOf(username) === "") throw invalid("username", "has nothing that can be seen");
  return username;
};

const goodEmail = (given: string): string => {
  const email = within("email", withoutInvisible(oneLine("email", given)));
  if (!isMailAddress(email)) throw invalid("email", "must be a mail address");
  return email;
};

const assertDay = (field: string, day: string | null): void => {
  if (day !== null && !isDay(day)) throw invalid(field, "must be a day of the calendar");
};

/** Courses that the school no longer has may stay with those who have them. */
const assertCourses = (
  ids: readonly number[],
  known: Catalogue["courses"],
  had: readonly number[],
): void => {
  if (ids.every((id) => known.has(id) || had.includes(id))) return;
  throw new HttpProblem(404, "course/not_found", "There is no such course");
};

/** Levels between those of the roles have the rights of the lower role. */
const MAX_LEVEL = 9999;

/** The ids of people, each once. @throws HttpProblem 422 */
export const goodIds = (people: readonly number[]): number[] => {
  const ids = [...new Set(people)];
  if (ids.some((id) => !Number.isInteger(id) || id < 1 || id > 2_147_483_647)) {
    throw invalid("people", "must be ids");
  }
  return ids;
};

/** @throws HttpProblem 422 */
export const assertLevel = (level: number): void => {
  if (!Number.isInteger(level) || level < 0 || level > MAX_LEVEL) {
    throw invalid("level", "must be a whole number");
  }
};

/**
 * What staff have written of a person, checked and trimmed. What is as it was need not be good: earlier
 * versions accepted more.
 * @param ownLevel the level of whom it is written by
 * @param present the person as they are; null for a new one
 * @throws HttpProblem 403, 404, 422
 */
export const goodFields = (
  { courses: known }: Pick<Catalogue, "courses">,
  wanted: PersonFields,
  ownLevel: number,
  present: PersonFields | null,
): PersonFields => {
  const { username, email, first_name, last_name, level, last_day, courses, teaches } = wanted;
  assertLevel(level);
  if (!mayGiveLevel(ownLevel, level)) throw refused("level-too-high");
  assertDay("last_day", last_day);
  const had = new Map((present?.courses ?? []).map((course) => [course.id, course]));
  for (const { id, from, until } of courses) {
    assertDay("courses", from);
    assertDay("courses", until);
    const isSame = had.get(id)?.from === from && had.get(id)?.until === until;
    if (!isSame && from !== null && until !== null && until < from) {
      throw invalid("courses", "must end after they begin");
    }
  }
  const ids = courses.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw invalid("courses", "must be different ones");
  assertCourses(ids, known, [...had.keys()]);
  assertCourses(teaches.courses, known, present?.teaches.courses ?? []);
  return {
    ...wanted,
    username: username === present?.username ? username : goodUsername(username),
    email: email === present?.email ? email : goodEmail(email),
    first_name:
      first_name === present?.first_name ? first_name : personal("first_name", first_name),
    last_name: last_name === present?.last_name ? last_name : personal("last_name", last_name),
  };
};
