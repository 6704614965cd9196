import type { EntryKind } from "../contract/staff-entries.ts";
import { isDay } from "./is-day.ts";
import { LANGUAGES } from "./languages.ts";
import { languagesTried, type Reads } from "./translated.ts";

/** The texts of an entry by their places in the author's file, such as `de.answer`. None is empty. */
export type EntryFields = Readonly<Record<string, string>>;

const FILES: Readonly<Record<EntryKind, string>> = {
  announcement: "school",
  term: "glossary",
  question: "faq",
};

/** The file of the author's folder that has the entries of a kind. */
export const entryPath = (kind: EntryKind): string => `${FILES[kind]}.yaml`;

/** Where the entries of a kind are in their file: the whole of it, or one of its fields. */
export const entriesPath = (kind: EntryKind): readonly string[] =>
  kind === "announcement" ? ["announcements"] : [];

interface Shape {
  /** What an entry has once. */
  readonly once: readonly string[];
  /** What it has as `NAME.LANGUAGE`. */
  readonly named: readonly string[];
  /** What it has as `LANGUAGE.NAME`. */
  readonly texts: readonly string[];
}

const SHAPES: Readonly<Record<EntryKind, Shape>> = {
  announcement: { once: ["id", "from", "to"], named: [], texts: ["title", "body"] },
  term: { once: ["term", "image"], named: [], texts: ["term", "definition"] },
  question: { once: [], named: ["category"], texts: ["question", "answer"] },
};

/** The fields of an entry in one language, in the order in which they are written. */
export const fieldsInLanguage = (kind: EntryKind, language: string): string[] => [
  ...SHAPES[kind].named.map((name) => `${name}.${language}`),
  ...SHAPES[kind].texts.map((name) => `${language}.${name}`),
];

/** All fields that an entry may have, in the order in which they are written. */
export const entryFields = (kind: EntryKind): string[] => [
  ...SHAPES[kind].once,
  ...SHAPES[kind].named.flatMap((name) => LANGUAGES.map((language) => `${name}.${language}`)),
  ...LANGUAGES.flatMap((language) => SHAPES[kind].texts.map((name) => `${language}.${name}`)),
];

/** What an entry is called in a language that is read, else in any; else its key. */
export const entryName = (kind: EntryKind, fields: EntryFields, reads: Reads): string => {
  const [title = ""] = SHAPES[kind].texts;
  const languages = languagesTried(reads, LANGUAGES);
  const name = languages.map((each) => fields[`${each}.${title}`]).find(Boolean);
  return name ?? fields.term ?? fields.id ?? "";
};

/**
 * What stays the same of an entry while its texts change, so that it is found in a changed file.
 * @param first the school's first language
 */
export const entryKey = (kind: EntryKind, fields: EntryFields, first: string): string =>
  (kind === "announcement"
    ? fields.id
    : kind === "term"
      ? fields.term
      : fields[`${first}.question`]) ?? "";

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
 * The school's first language is needed, and what is begun in another one.
 * @param others the other entries of the file
 * @param first the school's first language
 */
export const entryProblems = (
  kind: EntryKind,
  fields: EntryFields,
  others: readonly EntryFields[],
  first: string,
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
  for (const language of [first, ...LANGUAGES]) {
    const names = fieldsInLanguage(kind, language);
    // The group of a question needs no other language.
    const texts = names.filter((name) => name.startsWith(`${language}.`));
    const needed = language === first ? names : texts;
    if (language !== first && !texts.some(textOf)) continue;
    for (const name of needed) if (!textOf(name)) problems.set(name, "missing");
  }
  return problems;
};
