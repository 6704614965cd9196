import { type Document, isAlias, isScalar } from "yaml";
import { FILM_SITES } from "../../../domain/outside-film.ts";

/** An entry's texts as they are nested in the file. An empty text is none. */
export interface TextTree {
  [key: string]: string | TextTree;
}

/** A text without the ends of its last lines, which an author's block has and a form does not. */
export const withoutLineEnds = (text: string): string => {
  let end = text.length;
  while (text[end - 1] === "\n") end -= 1;
  return text.slice(0, end);
};

/** The text of a value; empty for what is no text or number. */
export const textOf = (document: Document.Parsed, node: unknown): string => {
  const found = isAlias(node) ? node.resolve(document) : node;
  if (!isScalar(found) || found.value === null) return "";
  const text = typeof found.value === "string" ? found.value : found.source;
  return withoutLineEnds(text ?? String(found.value));
};

export const isEmptyTree = (tree: TextTree): boolean =>
  Object.values(tree).every((each) => (typeof each === "string" ? each === "" : isEmptyTree(each)));

/** Fields that are true or false. */
const SWITCHES: ReadonlySet<string> = new Set([
  "shown",
  "voice_answers",
  "download_available",
  "outside_links",
  ...FILM_SITES,
]);

/** Whether a text stands for true or false. The footer has a field with the name of a company, too. */
const isSwitch = (name: string, text: string): boolean =>
  SWITCHES.has(name) && (text === "true" || text === "false");

/** The value to be written for a text: ids are numbers, and the last of several lines has an end. */
export const yamlValue = (name: string, text: string): string | number | boolean => {
  if (name === "id") return Number(text);
  if (isSwitch(name, text)) return text === "true";
  return text.includes("\n") ? `${text}\n` : text;
};

/** The values to be written for a tree, without empty ones. */
export const yamlValues = (tree: TextTree): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(tree).flatMap(([name, each]): [string, unknown][] => {
      if (typeof each === "string") return each === "" ? [] : [[name, yamlValue(name, each)]];
      return isEmptyTree(each) ? [] : [[name, yamlValues(each)]];
    }),
  );
