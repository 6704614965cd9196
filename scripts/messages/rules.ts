import { TYPE } from "@formatjs/icu-messageformat-parser";
import { walk } from "./walk.ts";

type Catalogue = Record<string, string>;

// `formatjs verify` compares keys and places with English (`verify-arguments.ts`). What follows is
// what it does not look at: order and repetition of keys, empty messages, the choices of a select,
// the forms of a plural, and whether a source names the message.

/** The choices of each select in a message, such as `shape of round, square`. */
const choicesOf = (message: string): string => {
  const choices = new Set<string>();
  walk(message, (element) => {
    if (element.type !== TYPE.select) return;
    choices.add(`${element.value} of ${Object.keys(element.options).sort().join(", ")}`);
  });
  return [...choices].sort().join("; ");
};

const lacking = (set: ReadonlySet<string>, wanted: ReadonlySet<string>): string[] =>
  [...wanted].filter((name) => !set.has(name));

const listOf = (names: readonly string[]): string => names.join(", ");

/**
 * A language's catalogue: keys sorted and unique, no empty message, the same choices as in English.
 * Both are JSON texts, because a parsed object has lost a key that stands twice.
 */
export const checkCatalogue = (text: string, english: string): string[] => {
  const messages = JSON.parse(text) as Catalogue;
  const source = JSON.parse(english) as Catalogue;
  const written = [...text.matchAll(/^\s*"([^"]+)"\s*:/gm)].map(([, key = ""]) => key);
  const problems: string[] = [];
  const twice = written.filter((key, index) => written.indexOf(key) !== index);
  if (twice.length > 0) problems.push(`stands twice: ${listOf(twice)}`);
  const unsorted = written.find((key, index) => index > 0 && key < (written[index - 1] ?? ""));
  if (unsorted) problems.push(`out of order: ${unsorted}`);
  for (const [key, message] of Object.entries(messages)) {
    if (typeof message !== "string" || message.trim() === "") {
      problems.push(`${key} has no text`);
      continue;
    }
    const [here, there] = [choicesOf(message), choicesOf(source[key] ?? "")];
    if (here !== there) problems.push(`${key} chooses by "${here}", English by "${there}"`);
  }
  return problems;
};

/** Checks that every plural has exactly the categories of the language. */
export const checkPlurals = (text: string, language: string): string[] => {
  const problems: string[] = [];
  for (const [key, message] of Object.entries(JSON.parse(text) as Catalogue)) {
    walk(message, (element) => {
      if (element.type !== TYPE.plural) return;
      const { pluralCategories } = new Intl.PluralRules(language, {
        type: element.pluralType ?? "cardinal",
      }).resolvedOptions();
      const needed = new Set<string>(pluralCategories);
      const given = new Set(Object.keys(element.options).filter((name) => !name.startsWith("=")));
      const lost = lacking(given, needed);
      const extra = lacking(needed, given);
      if (lost.length > 0) problems.push(`${key} has no form for ${listOf(lost)}`);
      if (extra.length > 0) problems.push(`${key} has forms that are never used: ${listOf(extra)}`);
    });
  }
  return problems;
};

const literal = /(["'`])([a-z][\w-]*(?:\.[\w-]+)+)\1/g;
/** Such as `course-failure.${kind}`: whether each of its ids exists, the compiler checks. */
const template = /`([a-z][\w-]*\.[\w.-]*)\$\{[^}]*\}([\w.-]*)`/g;
/** Storage keys end with a version and files with an extension, so neither is a message id. */
const otherName = /\.(v\d+|tsx?|mjs|js|css|json|html|svg|png)$/;

/** Checks that every message is used in a source, and that every used message exists. */
export const checkUse = (ids: readonly string[], sources: readonly string[]): string[] => {
  const areas = new Set(ids.map((id) => id.split(".")[0]));
  const named = new Set<string>();
  for (const source of sources) {
    for (const [, , name = ""] of source.matchAll(literal)) named.add(name);
  }
  const templates = sources.flatMap((source) => [...source.matchAll(template)]);
  const isMade = (id: string) =>
    templates.some(([, start = "", end = ""]) => id.startsWith(start) && id.endsWith(end));
  const known = new Set(ids);
  const unused = ids.filter((id) => !named.has(id) && !isMade(id));
  const missing = [...named].filter(
    (name) => !known.has(name) && areas.has(name.split(".")[0]) && !otherName.test(name),
  );
  return [
    ...unused.map((id) => `no source names the message ${id}`),
    ...missing.map((name) => `there is no message ${name}`),
  ];
};
