import { isDeepStrictEqual } from "node:util";
import { type Document, isMap, isScalar, isSeq } from "yaml";
import { editYaml } from "./edit-yaml.ts";
import { type TextTree, textOf, withoutLineEnds } from "./entry-texts.ts";
import { isNothing, nodeAt, pairOf, parseEdited, type YamlPath } from "./parse-edited.ts";
import { unlessUnusual } from "./yaml-steps.ts";

/** Texts by their path in a part of a file, such as `description/en` or `assignment.title.en`. */
export type FieldTexts = Readonly<Record<string, string>>;

const pathOf = (name: string): string[] => name.split(/[./]/);

/** Whether nothing but maps and lists is on the way to a text. */
const isReachable = (document: Document.Parsed, path: YamlPath): boolean =>
  path.every((_, depth) => {
    const node = nodeAt(document, path.slice(0, depth));
    const isThere = typeof path[depth] === "number" ? isSeq(node) : isMap(node);
    return isThere || (depth > 0 && isNothing(node));
  });

/** @returns null if something else than a text is where one of them belongs */
export const textsIn = (
  document: Document.Parsed,
  at: YamlPath,
  names: readonly string[],
): FieldTexts | null => {
  const found: [string, string][] = [];
  for (const name of names) {
    const path = [...at, ...pathOf(name)];
    if (!isReachable(document, path)) return null;
    const node = nodeAt(document, path);
    if (!isNothing(node) && !isScalar(node)) return null;
    const text = textOf(document, node);
    if (text !== "") found.push([name, text]);
  }
  return Object.fromEntries(found);
};

/** Reads the texts of a form, without empty ones; null for a file that the form cannot show. */
export const readFields = (
  text: string,
  at: YamlPath,
  names: readonly string[],
): FieldTexts | null => {
  const document = parseEdited(text);
  return document && textsIn(document, at, names);
};

/** The fields that are written at some lines of a file; empty for a line of others. */
export const fieldsAtLines = (
  text: string,
  at: YamlPath,
  names: readonly string[],
  lines: readonly number[],
): string[] => {
  const document = parseEdited(text);
  const lineOf = (offset: number) => text.slice(0, offset).split("\n").length;
  const found = names.flatMap((name) => {
    const path = [...at, ...pathOf(name)];
    const pair = document && pairOf(nodeAt(document, path.slice(0, -1)), path.at(-1));
    const start = pair?.key.range?.[0];
    const end = (pair?.value ?? pair?.key)?.range?.[1];
    if (start === undefined || end === undefined) return [];
    return [{ name, from: lineOf(start), to: lineOf(Math.max(start, end - 1)) }];
  });
  return lines.map(
    (line) => found.findLast(({ from, to }) => from <= line && line <= to)?.name ?? "",
  );
};

const nested = (path: readonly string[], tree: TextTree): TextTree =>
  path.reduceRight<TextTree>((inner, name) => ({ [name]: inner }), tree);

/** Texts as they are nested in the file; empty where there is none. */
export const treeOf = (fields: FieldTexts, names: readonly string[]): TextTree => {
  const tree: TextTree = {};
  for (const name of names) {
    const path = pathOf(name);
    let map = tree;
    for (const key of path.slice(0, -1)) {
      map[key] ??= {};
      map = map[key] as TextTree;
    }
    map[path.at(-1) ?? ""] = fields[name] ?? "";
  }
  return tree;
};

/** Texts as they are compared with those of a file: without empty ones, and without line ends behind them. */
export const cleanTexts = (fields: FieldTexts): FieldTexts =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, text]) => [name, withoutLineEnds(text.replace(/\r\n?/g, "\n"))] as const)
      .filter(([, text]) => text.trim() !== ""),
  );

/**
 * Changes the texts of a form. All other bytes of the file stay: comments, order, quotes. An empty text takes a field
 * out.
 * @param names of all fields that the form has
 * @param text with `\n` at the ends of lines
 * @returns null for a file in which a field cannot be changed without changing something else
 */
export const editFields = (
  text: string,
  at: readonly string[],
  names: readonly string[],
  changes: FieldTexts,
): string | null => {
  const document = parseEdited(text);
  const before = document && textsIn(document, at, names);
  if (!document || !before || !Object.values(changes).every((value) => value.isWellFormed())) {
    return null;
  }
  const written = Object.entries(changes).map(([name, value]) => [name, value.trimEnd()]);
  const wanted = cleanTexts({ ...before, ...Object.fromEntries(written) });
  if (isDeepStrictEqual(wanted, before)) return text;
  // A map without fields goes, too, unless it has something else.
  let depth = Object.keys(wanted).length > 0 ? at.length : Math.max(0, at.length - 1);
  while (depth > 0 && !isMap(nodeAt(document, at.slice(0, depth)))) depth -= 1;
  const texts = nested(at.slice(depth), treeOf(wanted, names));
  return unlessUnusual(() => editYaml(text, [{ do: "texts", of: at.slice(0, depth), texts }]));
};
