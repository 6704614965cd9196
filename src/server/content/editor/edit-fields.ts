import { isDeepStrictEqual } from "node:util";
import { type Document, isMap, isScalar, type Node, type YAMLMap } from "yaml";
import { changedMap } from "./edit-map.ts";
import { type TextTree, textOf, withoutLineEnds } from "./entry-texts.ts";
import { applySplices, parseEdited } from "./parse-edited.ts";

/** Texts by their path in a part of a file, such as `description/en`. */
export type FieldTexts = Readonly<Record<string, string>>;

/** Where the fields of a form are: the keys that lead to their map. */
export type Place = readonly string[];

const pathOf = (name: string): string[] => name.split("/");

const nodeAt = (document: Document.Parsed, path: Place): unknown =>
  path.length === 0 ? document.contents : document.getIn(path, true);

const isNothing = (node: unknown): boolean =>
  node === undefined || node === null || (isScalar(node) && node.value === null);

/** Whether nothing but maps is on the way to a text. */
const isReachable = (document: Document.Parsed, path: Place): boolean =>
  path.every((_, depth) => {
    const node = nodeAt(document, path.slice(0, depth));
    return isMap(node) || (depth > 0 && isNothing(node));
  });

/** @returns null if something else than a text is where one of them belongs */
const textsIn = (
  document: Document.Parsed,
  at: Place,
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
  at: Place,
  names: readonly string[],
): FieldTexts | null => {
  const document = parseEdited(text);
  return document && textsIn(document, at, names);
};

/** @returns for each line of a file the field that is written there; empty for a line of others */
export const fieldAtLine = (
  text: string,
  at: Place,
  names: readonly string[],
): ((line: number) => string) => {
  const document = parseEdited(text);
  const lineOf = (offset: number) => text.slice(0, offset).split("\n").length;
  const found = names.flatMap((name) => {
    const path = [...at, ...pathOf(name)];
    const parent = document && nodeAt(document, path.slice(0, -1));
    const pair = isMap<Node, Node | null>(parent)
      ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
      : undefined;
    const start = pair?.key.range?.[0];
    const end = (pair?.value ?? pair?.key)?.range?.[1];
    if (start === undefined || end === undefined) return [];
    return [{ name, from: lineOf(start), to: lineOf(Math.max(start, end - 1)) }];
  });
  return (line) => found.findLast(({ from, to }) => from <= line && line <= to)?.name ?? "";
};

const nested = (path: Place, tree: TextTree): TextTree =>
  path.reduceRight<TextTree>((inner, name) => ({ [name]: inner }), tree);

const treeOf = (fields: FieldTexts, names: readonly string[]): TextTree => {
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

/** A value without fields, empty maps and nothing: what must stay as it is. */
const without = (value: unknown, paths: readonly Place[]): unknown => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).flatMap(([name, each]) => {
    const inner = paths.flatMap(([first, ...rest]) => (first === name ? [rest] : []));
    if (inner.some((path) => path.length === 0)) return [];
    const left = without(each, inner);
    const isEmpty = left === null || (isDeepStrictEqual(left, {}) && inner.length > 0);
    return isEmpty && inner.length > 0 ? [] : [[name, left] as const];
  });
  return Object.fromEntries(kept);
};

/** Whether a value has something at a path. */
const hasAt = (value: unknown, path: Place): boolean =>
  path.length === 0 ||
  (typeof value === "object" &&
    value !== null &&
    Object.entries(value).some(([name, each]) => name === path[0] && hasAt(each, path.slice(1))));

const edit = (
  text: string,
  at: Place,
  names: readonly string[],
  changes: FieldTexts,
): string | null => {
  const document = parseEdited(text);
  const before = document && textsIn(document, at, names);
  if (!document || !before) return null;
  const written = Object.entries(changes).map(
    ([name, value]) => [name, withoutLineEnds(value.replace(/\r\n?/g, "\n")).trimEnd()] as const,
  );
  if (!written.every(([, value]) => value.isWellFormed())) return null;
  const wanted = Object.fromEntries(
    Object.entries({ ...before, ...Object.fromEntries(written) }).filter(([, value]) => value),
  );
  if (isDeepStrictEqual(wanted, before)) return text;
  const paths = names.map((name) => [...at, ...pathOf(name)]);
  const others = without(document.toJS(), paths);
  // A map without fields goes, too, unless it has something else.
  const isGone = isDeepStrictEqual(wanted, {}) && !hasAt(others, at);
  let depth = isGone ? at.length - 1 : at.length;
  while (depth > 0 && !isMap(nodeAt(document, at.slice(0, depth)))) depth -= 1;
  const map = nodeAt(document, at.slice(0, depth));
  if (!isMap(map)) return null;
  const tree = nested(at.slice(depth), treeOf(wanted, names));
  const edited = applySplices(text, changedMap({ text, document }, map as YAMLMap, tree));

  // Reads the result again: a file can be written in more ways than are handled here.
  const after = parseEdited(edited);
  const isRight =
    after &&
    isDeepStrictEqual(textsIn(after, at, names), wanted) &&
    isDeepStrictEqual(without(after.toJS(), paths), others);
  return isRight ? edited : null;
};

/**
 * Changes the texts of a form. All other bytes of the file stay: comments, order, quotes. An empty text takes a field
 * out.
 * @param names of all fields that the form has
 * @param text with `\n` at the ends of lines
 * @returns null for a file in which a field cannot be changed without changing something else
 */
export const editFields = (
  text: string,
  at: Place,
  names: readonly string[],
  changes: FieldTexts,
): string | null => {
  const hasEnd = text.endsWith("\n");
  try {
    const result = edit(hasEnd ? text : `${text}\n`, at, names, changes);
    return hasEnd || result === null ? result : result.replace(/\n$/, "");
  } catch {
    // The library refuses some texts, such as aliases without an anchor or that stand for too much.
    return null;
  }
};
