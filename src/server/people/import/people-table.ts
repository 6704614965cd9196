import type { Kysely } from "kysely";
import { PEOPLE_COLUMNS } from "../../../contract/staff-import.ts";
import type { Language } from "../../../domain/languages.ts";
import { teachesCourses } from "../../../domain/roles.ts";
import { courseIds } from "../../content/course-ids.ts";
import type { Tables } from "../../db/schema.ts";
import type { Cell } from "../../tables/table-format.ts";
import { lastDayOf } from "../account-days.ts";
import { type PresentPerson, peopleWithIds } from "./present-people.ts";
import { columnName } from "./row-texts.ts";

/** So many people are read at once. */
const AT_ONCE = 500;

/** The titles of the table. */
export const peopleTitles = (language: Language): string[] =>
  PEOPLE_COLUMNS.map((column) => columnName(column, language));

/** Entries of a list in one cell; null if all of them are empty. */
const listOf = (entries: readonly (string | number | null)[]): string | null =>
  entries.every((entry) => entry === null) ? null : entries.map((each) => each ?? "").join("; ");

const cellsOf = (
  { account, courses, taught, language }: PresentPerson,
  keys: ReadonlyMap<number, string>,
): Cell[] => {
  // Courses that the school no longer has cannot be brought again.
  const known = [...courses.values()].filter(({ course_id }) => keys.has(course_id));
  const taughtKeys = [...taught].flatMap((id) => keys.get(id) ?? []);
  return [
    account.username,
    account.email,
    account.first_name,
    account.last_name,
    account.level,
    language,
    account.expire === null ? null : lastDayOf(account.expire),
    listOf(known.map(({ course_id }) => keys.get(course_id) ?? null)),
    listOf(known.map(({ sub_date }) => sub_date)),
    listOf(known.map(({ exp_date }) => exp_date)),
    listOf(known.map(({ sub_months }) => sub_months)),
    !teachesCourses(account.level) ? null : account.teaches_all === 1 ? "all" : listOf(taughtKeys),
  ];
};

/** People as the rows of a table, in the order of their ids in the list. Importing it changes nothing. */
export async function* peopleRows(
  db: Kysely<Tables>,
  ids: readonly number[],
): AsyncGenerator<Cell[]> {
  const keys = new Map([...(await courseIds(db))].map(([key, id]) => [id, key]));
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const part = ids.slice(from, from + AT_ONCE);
    const people = new Map(
      (await peopleWithIds(db, part)).map((person) => [person.account.id, person]),
    );
    for (const id of part) {
      const person = people.get(id);
      if (person) yield cellsOf(person, keys);
    }
  }
}
