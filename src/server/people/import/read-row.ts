import type { DateOrder, PeopleColumn, RowProblem } from "../../../contract/staff-import.ts";
import { MAX_NAME } from "../../../contract/staff-people.ts";
import { isDay } from "../../../domain/is-day.ts";
import type { Language } from "../../../domain/languages.ts";
import { withoutInvisible, withoutMarks } from "../../../lib/without-invisible.ts";
import { fitsKey, likenessOf } from "../../accounts/account-names.ts";
import { isMailAddress } from "../../mail-address.ts";
import { serverTexts } from "../../server-texts.ts";
import { countOddLetters } from "../../tables/odd-letters.ts";
import type { TableRow } from "../../tables/table-format.ts";
import { type ColumnChoice, isAll, isNever, isNone, parseLanguage, parseLevel } from "./columns.ts";

export const columnName = (column: PeopleColumn, language: string): string =>
  serverTexts(language)(`staff-import.column-${column}`);

export const errorsInWords = (errors: readonly RowError[], language: string): string => {
  const text = serverTexts(language);
  return errors
    .map(({ column, problem, value }) => {
      const what = text(`staff-import.row-${problem}`, { value });
      return `${columnName(column, language)}: ${what}`;
    })
    .join(" ");
};

/** ISO 8601, with or without a time. */
const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d.*)?$/;
/** With full stops a day comes first in all languages. */
const WITH_STOPS = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})\.?$/;
const WITH_STROKES = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})$/;

/**
 * The order in dates such as `03/04/2027` at a school. In English it differs by country, so a school whose first
 * language is English has none, and is asked.
 */
export const dateOrderOf = ([first]: readonly Language[]): DateOrder | null =>
  first === undefined || first === "en" ? null : "day-first";

const dayOf = (year = "", month = "", day = ""): string | null => {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(text) ? text : null;
};

/**
 * Parses a date.
 * @param order null: a date that can be read in two ways is `ambiguous`
 * @returns the day as ISO 8601; null for what is no date
 */
const parseDay = (
  text: string,
  order: DateOrder | null,
): { readonly day: string } | "ambiguous" | null => {
  const [, iso] = ISO.exec(text) ?? [];
  if (iso !== undefined) return isDay(iso) ? { day: iso } : null;
  const stops = WITH_STOPS.exec(text);
  if (stops) {
    const day = dayOf(stops[3], stops[2], stops[1]);
    return day === null ? null : { day };
  }
  const strokes = WITH_STROKES.exec(text);
  if (!strokes) return null;
  const [, first, , second, year] = strokes;
  const dayFirst = dayOf(year, second, first);
  const monthFirst = dayOf(year, first, second);
  if (order !== null) {
    const day = order === "day-first" ? dayFirst : monthFirst;
    return day === null ? null : { day };
  }
  const day = dayFirst ?? monthFirst;
  if (day === null) return null;
  return dayFirst !== null && monthFirst !== null && dayFirst !== monthFirst
    ? "ambiguous"
    : { day };
};

/** Something that is wrong with a row. */
export interface RowError {
  readonly column: PeopleColumn;
  readonly problem: RowProblem;
  /** What stands there, or whose it is. */
  readonly value: string;
}

/** A course in a row. Undefined: as before. */
export interface RowCourse {
  readonly id: number;
  readonly from?: string | undefined;
  /** Null: no end. */
  readonly until?: string | null | undefined;
  readonly months?: number | undefined;
}

/** A person as a row describes them; null: an empty cell, which changes nothing. */
export interface PersonRow {
  readonly row: number;
  readonly username: string | null;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly level: number | null;
  readonly language: Language | null;
  /** `never`: the account does not end. */
  readonly lastDay: string | "never" | null;
  readonly courses: readonly RowCourse[];
  readonly teaches: "all" | "none" | readonly number[] | null;
}

interface RowReading {
  readonly columns: ColumnChoice;
  readonly dateOrder: DateOrder | null;
  /** Whether letters that look wrong are taken as they are. */
  readonly oddLetters: boolean;
  /** The ids of the school's courses by their keys in lower case. */
  readonly courses: ReadonlyMap<string, number>;
}

const MAX_MONTHS = 9999;
/** Control characters, such as a line break, have no place in a name. */
const CONTROL = /\p{Cc}/u;

const shortened = (text: string): string => {
  const characters = [...text.replace(/\p{Cc}/gu, " ")];
  return characters.length > 60 ? `${characters.slice(0, 60).join("")}…` : characters.join("");
};

/** The entries of a list in a cell. */
const listIn = (text: string): string[] => {
  const entries = text.split(/[;\n]/).map((entry) => entry.trim());
  return entries.every((entry) => entry === "") ? [] : entries;
};

/**
 * Reads a row of a table of people.
 * @returns what is wrong with it, all at once, besides what it says
 */
export const readRow = (
  { row, cells }: TableRow,
  { columns, dateOrder, oddLetters, courses }: RowReading,
): { readonly person: PersonRow; readonly errors: readonly RowError[] } => {
  const errors: RowError[] = [];
  const fail = (column: PeopleColumn, problem: RowProblem, value: string): null => {
    errors.push({ column, problem, value: shortened(value) });
    return null;
  };
  const cell = (column: PeopleColumn): string => {
    const at = columns.indexOf(column);
    return at < 0 ? "" : (cells[at] ?? "").trim();
  };

  const name = (
    column: PeopleColumn,
    clean: (text: string) => string,
    check: (text: string) => RowProblem | null,
  ) => {
    const given = cell(column);
    if (given === "") return null;
    const text = clean(given);
    const isOdd = !oddLetters && column !== "email" && countOddLetters(text) > 0;
    const problem = CONTROL.test(text) ? "control" : isOdd ? "odd-letters" : check(text);
    return problem ? fail(column, problem, text) : text;
  };
  const account = (column: PeopleColumn, bad: RowProblem, isGood: (text: string) => boolean) =>
    name(column, withoutInvisible, (text) =>
      isGood(text) ? (fitsKey(text) ? null : "too-long") : bad,
    );
  const personal = (column: PeopleColumn) =>
    name(column, withoutMarks, (text) => (text.length > MAX_NAME ? "too-long" : null)) || null;
  const parsed = <Value>(
    column: PeopleColumn,
    problem: RowProblem,
    parse: (text: string) => Value | null,
  ): Value | null => {
    const text = cell(column);
    return text === "" ? null : (parse(text) ?? fail(column, problem, text));
  };

  const day = (column: PeopleColumn, text: string): string | null => {
    const found = parseDay(text, dateOrder);
    if (found === "ambiguous") return fail(column, "ambiguous-date", text);
    return found ? found.day : fail(column, "bad-date", text);
  };

  const courseId = (column: PeopleColumn, key: string): number | null =>
    courses.get(key.toLowerCase()) ?? fail(column, "unknown-course", key);

  /** The entries of a column for each course: one alone is for all of them. */
  const forCourses = (column: PeopleColumn, count: number): (string | undefined)[] => {
    const entries = listIn(cell(column));
    if (entries.length === 0) return [];
    if (count === 0) {
      fail(column, "days-without-course", cell(column));
      return [];
    }
    if (entries.length === 1) return Array(count).fill(entries[0]);
    if (entries.length !== count) fail(column, "lists-differ", cell(column));
    return entries;
  };

  const readCourses = (): RowCourse[] => {
    const keys = listIn(cell("courses").replaceAll(",", ";")).filter(Boolean);
    const from = forCourses("from", keys.length);
    const until = forCourses("until", keys.length);
    const months = forCourses("months", keys.length);
    const known = new Set<number>();
    return keys.flatMap((key, at): RowCourse[] => {
      const id = courseId("courses", key);
      if (id !== null && known.has(id)) fail("courses", "twice", key);
      if (id !== null) known.add(id);
      const begin = from[at] ? day("from", from[at]) : null;
      const end = until[at] ? (isNever(until[at]) ? "never" : day("until", until[at])) : null;
      const count = months[at] ?? "";
      const isCount = /^\d{1,4}$/.test(count) && Number(count) > 0 && Number(count) <= MAX_MONTHS;
      if (count !== "" && !isCount) fail("months", "bad-months", count);
      if (id === null) return [];
      return [
        {
          id,
          ...(begin !== null && { from: begin }),
          ...(end !== null && { until: end === "never" ? null : end }),
          ...(isCount && { months: Number(count) }),
        },
      ];
    });
  };

  const readTaught = (text: string): PersonRow["teaches"] => {
    if (isAll(text)) return "all";
    if (isNone(text)) return "none";
    const keys = listIn(text.replaceAll(",", ";")).filter(Boolean);
    return keys.map((key) => courseId("teaches", key)).filter((id) => id !== null);
  };

  const lastDay = cell("last_day");
  const teaches = cell("teaches");
  const person: PersonRow = {
    row,
    username: account("username", "bad-username", (text) => likenessOf(text) !== ""),
    email: account("email", "bad-email", isMailAddress),
    firstName: personal("first_name"),
    lastName: personal("last_name"),
    level: parsed("level", "bad-level", parseLevel),
    language: parsed("language", "bad-language", parseLanguage),
    lastDay: lastDay === "" ? null : isNever(lastDay) ? "never" : day("last_day", lastDay),
    courses: readCourses(),
    teaches: teaches === "" ? null : readTaught(teaches),
  };
  if (person.username === null && person.email === null && errors.length === 0) {
    fail(columns.includes("username") ? "username" : "email", "nobody", "");
  }
  return { person, errors };
};
