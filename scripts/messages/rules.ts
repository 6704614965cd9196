import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { walk } from "./walk.ts";

type Catalogue = Record<string, string>;

const kinds: Partial<Record<TYPE, string>> = {
  [TYPE.argument]: "text",
  [TYPE.number]: "number",
  [TYPE.date]: "date",
  [TYPE.time]: "time",
  [TYPE.select]: "select",
  [TYPE.plural]: "plural",
  [TYPE.tag]: "tag",
};

/** What a message takes: name and kind of each value, and a select's choices. */
const placesOf = (message: string): Set<string> => {
  const places = new Set<string>();
  walk(parse(message), (element) => {
    const kind = kinds[element.type];
    if (!kind || !("value" in element)) return;
    const choices =
      element.type === TYPE.select ? ` of ${Object.keys(element.options).sort().join(", ")}` : "";
    places.add(`{${String(element.value)}, ${kind}${choices}}`);
  });
  return places;
};

const syntaxProblem = (message: unknown): string | null => {
  if (typeof message !== "string" || message.trim() === "") return "has no text";
  try {
    parse(message);
    return null;
  } catch (error) {
    return `does not parse: ${error instanceof Error ? error.message : String(error)}`;
  }
};

const lacking = (set: ReadonlySet<string>, wanted: ReadonlySet<string>): string[] =>
  [...wanted].filter((name) => !set.has(name));

const listOf = (names: readonly string[]): string => names.join(", ");

/**
 * A language's catalogue against the English one: the same keys, sorted, each with the same places.
 * Both are JSON texts, so that a key that stands twice is seen.
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
  const missing = Object.keys(source).filter((key) => !(key in messages));
  if (missing.length > 0) problems.push(`missing: ${listOf(missing)}`);
  for (const [key, message] of Object.entries(messages)) {
    const original = source[key];
    if (original === undefined) {
      problems.push(`not in English: ${key}`);
      continue;
    }
    const problem = syntaxProblem(message);
    if (problem) {
      problems.push(`${key} ${problem}`);
      continue;
    }
    if (syntaxProblem(original)) continue;
    const here = placesOf(message);
    const there = placesOf(original);
    const lost = lacking(here, there);
    const extra = lacking(there, here);
    if (lost.length > 0) problems.push(`${key} lacks ${listOf(lost)}`);
    if (extra.length > 0) problems.push(`${key} has ${listOf(extra)}, which English has not`);
  }
  return problems;
};

/** Every plural has a form for each category that numbers of the language fall into, and no other. */
export const checkPlurals = (text: string, language: string): string[] => {
  const problems: string[] = [];
  for (const [key, message] of Object.entries(JSON.parse(text) as Catalogue)) {
    if (syntaxProblem(message)) continue;
    walk(parse(message), (element) => {
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
/** Storage keys carry a version, files an ending: neither is a message, whatever its first word. */
const otherName = /\.(v\d+|tsx?|mjs|js|css|json|html|svg|png)$/;

/** Every message is named by some source, whole, and every message that is named exists. */
export const checkUse = (ids: readonly string[], sources: readonly string[]): string[] => {
  const areas = new Set(ids.map((id) => id.split(".")[0]));
  const named = new Set<string>();
  for (const source of sources) {
    for (const [, , name = ""] of source.matchAll(literal)) named.add(name);
  }
  const known = new Set(ids);
  const unused = ids.filter((id) => !named.has(id));
  const missing = [...named].filter(
    (name) => !known.has(name) && areas.has(name.split(".")[0]) && !otherName.test(name),
  );
  return [
    ...unused.map((id) => `no source names the message ${id}`),
    ...missing.map((name) => `there is no message ${name}`),
  ];
};
