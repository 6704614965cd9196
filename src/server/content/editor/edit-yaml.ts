import { isDeepStrictEqual } from "node:util";
import { type Document, isMap } from "yaml";
import { differs } from "./edit-map.ts";
import type { TextTree } from "./entry-texts.ts";
import { applySplices, nodeAt, parseEdited, type YamlPath } from "./parse-edited.ts";
import { spliced, YamlEditError, type YamlStep } from "./yaml-steps.ts";

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A map as it is compared: its order counts. */
interface OrderedMap {
  readonly pairs: [name: string, value: unknown][];
}

/** A value as it is compared: texts with and without line ends after them are the same to whom edits them. */
const ordered = (value: unknown): unknown => {
  if (typeof value === "string") return value.replace(/\n+$/, "");
  if (Array.isArray(value)) return value.map(ordered);
  if (!isFields(value)) return value;
  const pairs: [unknown, unknown][] = value instanceof Map ? [...value] : Object.entries(value);
  return { pairs: pairs.map(([name, each]) => [String(name), ordered(each)]) };
};

/** As an object, a map would begin with its keys of digits. */
const orderedValue = (document: Document.Parsed): unknown =>
  ordered(document.toJS({ mapAsMap: true }));

const valueAt = (root: unknown, path: YamlPath): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      Array.isArray(value)
        ? value[Number(name)]
        : (value as OrderedMap | null)?.pairs.find(([each]) => each === name)?.[1],
    root,
  );

/** Gives a field a value; undefined takes it out. */
const putField = ({ pairs }: OrderedMap, name: string, value: unknown): void => {
  const at = pairs.findIndex(([each]) => each === name);
  const field: OrderedMap["pairs"] = value === undefined ? [] : [[name, value]];
  pairs.splice(at < 0 ? pairs.length : at, 1, ...field);
};

/** The entries of a list or a map, which is begun if it is not there. */
const entriesAt = (root: unknown, path: YamlPath, isList: boolean): unknown[] => {
  const found = valueAt(root, path) ?? (isList ? [] : { pairs: [] });
  const name = path.at(-1);
  if (typeof name === "string") {
    putField(valueAt(root, path.slice(0, -1)) as OrderedMap, name, found);
  }
  return Array.isArray(found) ? found : (found as OrderedMap).pairs;
};

/** The same change of the plain value, so that the text can be compared with it. */
const changeValue = (root: unknown, step: Exclude<YamlStep, { do: "texts" }>): void => {
  switch (step.do) {
    case "insert": {
      const value = ordered(step.value);
      const isList = step.key === undefined;
      entriesAt(root, step.in, isList).splice(step.at, 0, isList ? value : [step.key, value]);
      break;
    }
    case "append":
      entriesAt(root, step.in, true).push(...step.values.map(ordered));
      break;
    case "remove":
      entriesAt(root, step.in, true).splice(step.at, 1);
      break;
    case "move": {
      const isList = Array.isArray(valueAt(root, step.in));
      const [entry] = entriesAt(root, step.in, isList).splice(step.at, 1);
      entriesAt(root, step.into, isList).splice(step.to, 0, entry);
      break;
    }
    case "put":
      putField(valueAt(root, step.of) as OrderedMap, step.name, ordered(step.value));
  }
};

/** A value with another one in a place of it. */
const changedAt = (
  value: unknown,
  [name, ...rest]: YamlPath,
  change: (value: unknown) => unknown,
): unknown => {
  if (name === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((each, at) => (at === name ? changedAt(each, rest, change) : each));
  }
  if (!isFields(value)) return value;
  return { ...value, [name]: changedAt(value[name], rest, change) };
};

/** A value without the texts of a tree, and without the maps that have nothing else: what must stay as it is. */
const withoutTexts = (value: unknown, tree: TextTree): unknown => {
  if (!isFields(value)) return value;
  const left = Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    const named = Object.hasOwn(tree, name) ? tree[name] : undefined;
    if (named === undefined) return [[name, each]];
    const inner = typeof named === "string" ? null : withoutTexts(each, named);
    return inner === null || isDeepStrictEqual(inner, {}) ? [] : [[name, inner]];
  });
  return Object.fromEntries(left);
};

const hasStepped = (before: unknown, after: Document.Parsed, step: YamlStep): boolean => {
  if (step.do === "texts") {
    const map = nodeAt(after, step.of);
    if (!isMap(map) || differs(after, map, step.texts)) return false;
    const left = (value: unknown) =>
      changedAt(value, step.of, (each) => withoutTexts(each, step.texts));
    return isDeepStrictEqual(left(after.toJS()), left(before));
  }
  changeValue(before, step);
  return isDeepStrictEqual(orderedValue(after), before);
};

const apply = (whole: string, step: YamlStep): string => {
  const document = parseEdited(whole);
  if (!document) throw new YamlEditError("The file cannot be read");
  const before: unknown = step.do === "texts" ? document.toJS() : orderedValue(document);
  const result = applySplices(whole, spliced({ text: whole, document }, step));
  // Reads the result again: a file can be written in more ways than are handled here.
  const after = parseEdited(result);
  if (!after || !hasStepped(before, after, step)) {
    throw new YamlEditError("More would change than should");
  }
  return result;
};

/**
 * Changes a YAML text, step by step. All other bytes stay: comments, order, quotes.
 * @param text with `\n` at the ends of lines
 * @throws YamlEditError if the text is written in a way in which more would change
 */
export const editYaml = (text: string, steps: readonly YamlStep[]): string => {
  const hasEnd = text.endsWith("\n");
  try {
    const result = steps.reduce(apply, hasEnd ? text : `${text}\n`);
    return hasEnd ? result : result.replace(/\n$/, "");
  } catch (reason) {
    if (reason instanceof YamlEditError) throw reason;
    // The library refuses some texts, such as aliases without an anchor.
    throw new YamlEditError("The file cannot be changed", { cause: reason });
  }
};
