import type { Kysely } from "kysely";
import * as v from "valibot";
import { PEOPLE_COLUMNS, type PeopleColumn } from "../../../contract/staff-import.ts";
import { LANGUAGES, type Language } from "../../../domain/languages.ts";
import { parseJson } from "../../../lib/parse-json.ts";
import type { Tables } from "../../db/schema.ts";
import { readSetting, writeSetting } from "../../db/settings.ts";
import { serverTexts } from "../../server-texts.ts";
import { COLUMN_TITLES } from "./column-titles.ts";
import { wordKey } from "./words.ts";

/** The setting with the columns that somebody has chosen for titles, by their keys. */
const CHOSEN = "people_columns";
/** The most titles that are remembered; the latest stay. */
const MAX_CHOSEN = 500;

type Known = ReadonlyMap<string, PeopleColumn | "error">;

/** The columns by their titles: those of the school's first language come first. */
const knownTitles = (languages: readonly Language[]): Known => {
  const known = new Map<string, PeopleColumn | "error">();
  for (const language of [...languages, ...LANGUAGES]) {
    const columns = Object.entries(COLUMN_TITLES[language]) as [
      PeopleColumn | "error",
      readonly string[],
    ][];
    for (const [column, titles] of columns) {
      const shown = serverTexts(language)(`staff-import.column-${column}`);
      for (const title of [column, shown, ...titles]) {
        const key = wordKey(title);
        if (!known.has(key)) known.set(key, column);
      }
    }
  }
  return known;
};

const chosen = v.record(v.string(), v.nullable(v.picklist(PEOPLE_COLUMNS)));

/** The column of each title; null: it is left out. Each column is guessed once. */
export type ColumnChoice = readonly (PeopleColumn | null)[];

const readChosen = async (db: Kysely<Tables>) =>
  parseJson((await readSetting(db, CHOSEN)) ?? "{}", chosen) ?? {};

/**
 * Guesses the columns of a table by their titles: as somebody of the school has chosen before, and else by their names
 * in all languages.
 */
export const guessColumns = async (
  db: Kysely<Tables>,
  titles: readonly string[],
  languages: readonly Language[],
): Promise<ColumnChoice> => {
  const before = await readChosen(db);
  const known = knownTitles(languages);
  const taken = new Set<PeopleColumn>();
  return titles.map((title) => {
    const key = wordKey(title);
    const found = Object.hasOwn(before, key) ? before[key] : known.get(key);
    if (!found || found === "error" || taken.has(found)) return null;
    taken.add(found);
    return found;
  });
};

/** Remembers which columns somebody has chosen; call within a write. */
export const rememberColumns = async (
  db: Kysely<Tables>,
  titles: readonly string[],
  columns: ColumnChoice,
  languages: readonly Language[],
): Promise<void> => {
  const before = await readChosen(db);
  const known = knownTitles(languages);
  const next = new Map(Object.entries(before));
  titles.forEach((title, at) => {
    const key = wordKey(title);
    const column = columns[at] ?? null;
    next.delete(key);
    // What is guessed anyway need not be remembered.
    if (key !== "" && (known.get(key) ?? null) !== column) next.set(key, column);
  });
  const kept = Object.fromEntries([...next].slice(-MAX_CHOSEN));
  const value = JSON.stringify(kept);
  if (value !== JSON.stringify(before)) await writeSetting(db, CHOSEN, value);
};

/** Whether a column holds the errors of an earlier import, which is left out. */
export const isErrorTitle = (title: string, languages: readonly Language[]): boolean =>
  knownTitles(languages).get(wordKey(title)) === "error";
