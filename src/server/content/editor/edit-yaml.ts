import { isDeepStrictEqual } from "node:util";
import { type Document, isMap } from "yaml";
import { differs } from "./edit-map.ts";
import type { TextTree } from "./entry-texts.ts";
import { applySplices, nodeAt, parseEdited, type YamlPath } from "./parse-edited.ts";
import { missing, spliced, YamlEditError, type YamlStep } from "./yaml-steps.ts";

type Value = Record<string, unknown> | unknown[] | null | undefined;

/** The same change of the plain value, so that the text can be compared with it. */
const changeValue = (root: unknown, step: Exclude<YamlStep, { do: "texts" }>): void => {
  const at = (path: YamlPath) =>
    path.reduce<unknown>(
      (value, name) => (value as Record<string, unknown>)?.[name],
      root,
    ) as Value;
  const reorder = (map: Record<string, unknown>, entries: [string, unknown][]) => {
    for (const name of Object.keys(map)) delete map[name];
    Object.assign(map, Object.fromEntries(entries));
  };
  const open = (path: YamlPath, isList: boolean): Value => {
    const found = at(path);
    if (found) return found;
    const parent = at(path.slice(0, -1)) as Record<string, unknown>;
    const fresh = isList ? [] : {};
    parent[String(path.at(-1))] = fresh;
    return fresh;
  };
  const take = (path: YamlPath, position: number): [string | undefined, unknown] => {
    const value = at(path);
    if (Array.isArray(value)) return [undefined, value.splice(position, 1)[0]];
    const entries = Object.entries(value ?? {});
    const [entry = missing()] = entries.splice(position, 1);
    reorder(value as Record<string, unknown>, entries);
    return entry;
  };
  const give = (path: YamlPath, position: number, key: string | undefined, given: unknown) => {
    const value = open(path, key === undefined);
    if (Array.isArray(value)) value.splice(position, 0, given);
    else {
      const entries = Object.entries(value ?? {});
      reorder(
        value as Record<string, unknown>,
        entries.toSpliced(position, 0, [key ?? missing(), given]),
      );
    }
  };
  switch (step.do) {
    case "insert":
      give(step.in, step.at, step.key, step.value);
      break;
    case "append":
      (open(step.in, true) as unknown[]).push(...step.values);
      break;
    case "remove":
      take(step.in, step.at);
      break;
    case "move": {
      const [key, value] = take(step.in, step.at);
      give(step.into, step.to, key, value);
      break;
    }
    case "put": {
      const map = at(step.of) as Record<string, unknown>;
      if (step.value === undefined) delete map[step.name];
      else map[step.name] = step.value;
    }
  }
};

/** Texts with and without line ends after them are the same to whom edits them. */
const comparable = (value: unknown): unknown =>
  typeof value === "string"
    ? value.replace(/\n+$/, "")
    : Array.isArray(value)
      ? value.map(comparable)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, comparable(each)]))
        : value;

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

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

const orderOf = (value: unknown, path: YamlPath): string => {
  const found = path.reduce<unknown>((each, name) => (each as Value as never)?.[name], value);
  return JSON.stringify(Object.keys((found as object | undefined) ?? {}));
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
  const value: unknown = after.toJS();
  const ordered = "in" in step ? ["into" in step ? step.into : step.in] : [];
  return (
    isDeepStrictEqual(comparable(value), comparable(before)) &&
    ordered.every((path) => orderOf(value, path) === orderOf(before, path))
  );
};

const apply = (whole: string, step: YamlStep): string => {
  const document = parseEdited(whole);
  if (!document) throw new YamlEditError("The file cannot be read");
  const before: unknown = document.toJS();
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
