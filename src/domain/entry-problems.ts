import type { EntryKind } from "../contract/staff-entries.ts";
import { isDay } from "./is-day.ts";
import { FALLBACK_LANGUAGE, LANGUAGES } from "./languages.ts";
import { type EntryFields, fieldsInLanguage } from "./source-entry.ts";

/** What keeps an entry from being published, by field. */
export type EntryProblem = "missing" | "no-day" | "before-first" | "taken";

/** What is asked for once. The id of an announcement comes from the school. */
const NEEDED: Readonly<Record<EntryKind, readonly string[]>> = {
  announcement: ["from", "to"],
  term: ["term"],
  question: [],
};

/**
 * What an entry lacks, by field, in the order of the form: the same that the check of the folder would find.
 * English is needed, and what is begun in another language.
 * @param others the other entries of the file
 */
export const entryProblems = (
  kind: EntryKind,
  fields: EntryFields,
  others: readonly EntryFields[],
): ReadonlyMap<string, EntryProblem> => {
  const problems = new Map<string, EntryProblem>();
  const textOf = (name: string) => (fields[name] ?? "").trim();
  for (const name of NEEDED[kind]) if (!textOf(name)) problems.set(name, "missing");
  if (kind === "announcement") {
    for (const name of NEEDED[kind]) {
      if (textOf(name) && !isDay(textOf(name))) problems.set(name, "no-day");
    }
    if (problems.size === 0 && textOf("to") < textOf("from")) problems.set("to", "before-first");
  }
  const key = textOf("term").normalize();
  if (kind === "term" && key && others.some(({ term = "" }) => term.normalize() === key)) {
    problems.set("term", "taken");
  }
  for (const language of [FALLBACK_LANGUAGE, ...LANGUAGES]) {
    const names = fieldsInLanguage(kind, language);
    // The group of a question needs no other language.
    const texts = names.filter((name) => name.startsWith(`${language}.`));
    const needed = language === FALLBACK_LANGUAGE ? names : texts;
    if (language !== FALLBACK_LANGUAGE && !texts.some(textOf)) continue;
    for (const name of needed) if (!textOf(name)) problems.set(name, "missing");
  }
  return problems;
};
