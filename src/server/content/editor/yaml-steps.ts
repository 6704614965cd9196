import { isDeepStrictEqual } from "node:util";
import {
  type CST,
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { changedMap, type EditedFile } from "./edit-map.ts";
import type { TextTree } from "./entry-texts.ts";
import {
  columnOf,
  endOf,
  endOfLine,
  isNothing,
  nodeAt,
  pairOf,
  type Splice,
  startOfLine,
  writtenFlow,
  writtenValue,
  type YamlPath,
} from "./parse-edited.ts";

/** The file is written in a way in which a step would change more than it should. */
export class YamlEditError extends Error {}

/** What an edit gives; null where it would change more than it should. */
export const unlessUnusual = <Edited>(edit: () => Edited): Edited | null => {
  try {
    return edit();
  } catch (reason) {
    if (reason instanceof YamlEditError) return null;
    throw reason;
  }
};

/**
 * One change of a YAML text. Positions count the entries as they are before the step; those of maps are in the order
 * of the text. `to` of a move is the position in the list without the entry.
 */
export type YamlStep =
  /** An entry of a list, or with a key of a map. A list or map that is not there is begun. */
  | {
      readonly do: "insert";
      readonly in: YamlPath;
      readonly at: number;
      readonly key?: string;
      readonly value: unknown;
    }
  /** Entries at the end of a list that has some, in one step for hundreds. */
  | { readonly do: "append"; readonly in: YamlPath; readonly values: readonly unknown[] }
  | { readonly do: "remove"; readonly in: YamlPath; readonly at: number }
  | {
      readonly do: "move";
      readonly in: YamlPath;
      readonly at: number;
      readonly into: YamlPath;
      readonly to: number;
    }
  /** Texts of a map, such as `{title: {en: Tools}}`. An empty text takes a field out; others stay. */
  | { readonly do: "texts"; readonly of: YamlPath; readonly texts: TextTree }
  /** One field of a map; undefined takes it out. */
  | { readonly do: "put"; readonly of: YamlPath; readonly name: string; readonly value: unknown };

/** The steps that make one list of keys another one, so that comments beside what stays are kept. */
export const listSteps = (
  path: YamlPath,
  before: readonly string[],
  after: readonly string[],
): YamlStep[] => {
  const steps: YamlStep[] = [];
  const now = [...before];
  for (let at = now.length - 1; at >= 0; at -= 1) {
    if (after.includes(now[at] ?? "")) continue;
    steps.push({ do: "remove", in: path, at });
    now.splice(at, 1);
  }
  for (const [to, key] of after.entries()) {
    if (now[to] === key) continue;
    const at = now.indexOf(key);
    if (at < 0) steps.push({ do: "insert", in: path, at: to, value: key });
    else {
      steps.push({ do: "move", in: path, at, into: path, to });
      now.splice(at, 1);
    }
    now.splice(to, 0, key);
  }
  return steps;
};

type Collection = YAMLSeq<Node> | YAMLMap<Node, Node | null>;

/** The list or map of a path; null where there is none, or nothing in it. */
const collectionAt = (document: Document.Parsed, path: YamlPath): Collection | null => {
  const node = nodeAt(document, path);
  if (isNothing(node)) return null;
  if (!isCollection(node)) throw new YamlEditError("There is something else in place of a list");
  const collection = node as Collection;
  return collection.items.length === 0 ? null : collection;
};

const entryValue = (item: Node | Pair | undefined): Node | null =>
  item === undefined ? null : (("value" in item && "key" in item ? item.value : item) as Node);

/** Where an entry of a block begins: its dash, or its key. */
const entryStart = (collection: Collection, at: number): number => {
  if (isMap(collection)) {
    return ((collection.items[at]?.key ?? null) as Node | null)?.range?.[0] ?? missing();
  }
  const items = (collection.srcToken as CST.BlockSequence | undefined)?.items;
  const dash = items?.[at]?.start.find(({ type }) => type === "seq-item-ind");
  return dash?.offset ?? missing();
};

const missing = (): never => {
  throw new YamlEditError("There is no such entry");
};

/** The lines of a block's entry, with the comment that stands right above it. */
const linesOf = (text: string, collection: Collection, at: number) => {
  const item = collection.items[at];
  const mark = entryStart(collection, at);
  let start = startOfLine(text, mark);
  if (text.slice(start, mark).trim() !== "") throw new YamlEditError("It begins within a line");
  const last = entryValue(item) ?? (isMap(collection) ? (collection.items[at]?.key as Node) : null);
  const end = endOfLine(text, Math.max(last ? endOf(last) : 0, mark + 1));
  // A comment above the first entry is about all of them.
  while (at > 0 && start > 0) {
    const above = startOfLine(text, start - 1);
    if (!/^[ \t]*#/.test(text.slice(above, start))) break;
    start = above;
  }
  return { start, end };
};

const columnIn = (text: string, collection: Collection): number =>
  columnOf(text, entryStart(collection, 0));

/** Lines that begin at another column. */
const shifted = (lines: string, by: number): string => {
  if (by === 0) return lines;
  if (by > 0) return lines.replace(/^(?=.)/gm, " ".repeat(by));
  const taken = new RegExp(`^ {${-by}}`);
  return lines
    .split("\n")
    .map((line) => {
      if (line.trim() !== "" && !taken.test(line))
        throw new YamlEditError("A line begins too soon");
      return line.replace(taken, "");
    })
    .join("\n");
};

const entryOf = (value: unknown, key?: string): unknown =>
  key === undefined ? [value] : { [key]: value };

/** Gives a field without entries its first one. */
const begun = (
  file: EditedFile,
  path: YamlPath,
  { value, key, lines }: { value: unknown; key?: string | undefined; lines: string | null },
): Splice[] => {
  const { text, document } = file;
  const name = path.at(-1);
  const parent = nodeAt(document, path.slice(0, -1));
  if (typeof name !== "string" || !isMap(parent)) throw new YamlEditError("There is no such list");
  const map = parent as YAMLMap<Node, Node | null>;
  const field = pairOf(map, name);
  if (map.flow) {
    map.set(document.createNode(name) as Node, document.createNode(entryOf(value, key)) as Node);
    const [start = 0, end = 0] = map.range ?? [];
    return [{ start, end, text: writtenFlow(map as Node, columnOf(text, start)) }];
  }
  const column = columnIn(text, map);
  const isShort = key === undefined && typeof value !== "object" && lines === null;
  const block = isShort
    ? ` ${writtenFlow(document.createNode([value], { flow: true }), 0)}`
    : `\n${shifted(lines ?? writtenValue(entryOf(value, key), 0), column + 2)}`.replace(/\n$/, "");
  if (!field) {
    const start = endOfLine(text, endOf(map));
    return [{ start, end: start, text: `${" ".repeat(column)}${name}:${block}\n` }];
  }
  const [, afterKey = 0] = (field.key as Node).range ?? [];
  const start = text.indexOf(":", afterKey) + 1;
  const [, valueEnd = start] = isNothing(field.value) ? [] : (field.value?.range ?? []);
  const end = Math.max(start, valueEnd);
  const lineEnd = endOfLine(text, end);
  if (isShort || text.slice(end, lineEnd).trim() === "") return [{ start, end, text: block }];
  // A comment stays in the line of the key.
  return [
    { start, end, text: "" },
    { start: lineEnd, end: lineEnd, text: `${block.slice(1)}\n` },
  ];
};

/** Changes the nodes of a list or map in brackets, which is written again as a whole. */
const flowSplice = (
  { text }: EditedFile,
  collection: Collection,
  change: (items: unknown[]) => void,
): Splice => {
  const [start = 0, end = 0] = collection.range ?? [];
  change(collection.items as unknown[]);
  // A comment that follows stays where it is.
  if (text.slice(end, endOfLine(text, end)).trim() !== "") collection.comment = null;
  return { start, end, text: writtenFlow(collection, columnOf(text, startOfLine(text, start))) };
};

const inserted = (
  file: EditedFile,
  path: YamlPath,
  entry: { at: number; value: unknown; key?: string | undefined; lines: string | null },
): Splice[] => {
  const { text, document } = file;
  const collection = collectionAt(document, path);
  if (!collection) return begun(file, path, entry);
  const { at, value, key } = entry;
  if (at > collection.items.length || (key === undefined) !== isSeq(collection)) missing();
  if (collection.flow) {
    return [
      flowSplice(file, collection, (items) => {
        const node = document.createNode(entryOf(value, key)) as Collection;
        items.splice(at, 0, node.items[0]);
      }),
    ];
  }
  const column = columnIn(text, collection);
  const lines = shifted(entry.lines ?? writtenValue(entryOf(value, key), 0), column);
  const isLast = at === collection.items.length;
  const { start, end } = linesOf(text, collection, isLast ? at - 1 : at);
  const place = isLast ? end : start;
  return [{ start: place, end: place, text: lines }];
};

const appended = (file: EditedFile, path: YamlPath, values: readonly unknown[]): Splice => {
  const { text, document } = file;
  const collection = collectionAt(document, path);
  if (!collection || !isSeq(collection)) return missing();
  if (collection.flow) {
    return flowSplice(file, collection, (items) => {
      items.push(...values.map((value) => document.createNode(value)));
    });
  }
  const lines = shifted(writtenValue(values, 0), columnIn(text, collection));
  const { end } = linesOf(text, collection, collection.items.length - 1);
  return { start: end, end, text: lines };
};

const taken = (file: EditedFile, path: YamlPath, at: number): Splice[] => {
  const { text, document } = file;
  const collection = collectionAt(document, path);
  if (!collection || at >= collection.items.length) return missing();
  if (collection.flow) {
    return [flowSplice(file, collection, (items) => items.splice(at, 1))];
  }
  const { start, end } = linesOf(text, collection, at);
  if (collection.items.length > 1) return [{ start, end, text: "" }];
  const parent = nodeAt(document, path.slice(0, -1));
  const field = pairOf(parent, path.at(-1));
  if (!field) throw new YamlEditError("Nothing would be left");
  const [, afterKey = 0] = (field.key as Node).range ?? [];
  const colon = text.indexOf(":", afterKey) + 1;
  const empty = isSeq(collection) ? " []" : " {}";
  return [
    { start: colon, end: colon, text: empty },
    { start, end, text: "" },
  ];
};

const movedEntry = (file: EditedFile, step: Extract<YamlStep, { do: "move" }>): Splice[] => {
  const { text, document } = file;
  const from = collectionAt(document, step.in);
  const item = from?.items[step.at];
  if (!from || !item) return missing();
  const key = isMap(from)
    ? String((from.items[step.at]?.key as { value?: unknown } | undefined)?.value)
    : undefined;
  const value = entryValue(item)?.toJS(document) ?? null;
  const isSame = isDeepStrictEqual(step.in, step.into);
  const target = isSame ? from : collectionAt(document, step.into);
  if (isSame && from.flow) {
    return [
      flowSplice(file, from, (items) => items.splice(step.to, 0, ...items.splice(step.at, 1))),
    ];
  }
  const at = isSame && step.to > step.at ? step.to + 1 : step.to;
  let lines: string | null = null;
  if (!from.flow && !(target?.flow && target.items.length > 0)) {
    const { start, end } = linesOf(text, from, step.at);
    lines = shifted(text.slice(start, end), -columnIn(text, from));
  }
  const gone = taken(file, step.in, step.at);
  return [...gone, ...inserted(file, step.into, { at, value, key, lines })];
};

const put = (file: EditedFile, { of, name, value }: Extract<YamlStep, { do: "put" }>): Splice[] => {
  const { text, document } = file;
  const map = nodeAt(document, of);
  if (!isMap<Node, Node | null>(map)) throw new YamlEditError("There is no such map");
  const at = map.items.findIndex((pair) => isScalar(pair.key) && pair.key.value === name);
  if (at < 0 && value === undefined) return [];
  if (map.flow) {
    return [
      flowSplice(file, map, () => {
        if (value === undefined) map.items.splice(at, 1);
        else map.set(document.createNode(name) as Node, document.createNode(value) as Node);
      }),
    ];
  }
  const written = value === undefined ? "" : writtenValue({ [name]: value }, 0);
  const column = columnOf(text, map.range?.[0] ?? 0);
  if (at < 0) {
    const start = endOfLine(text, endOf(map));
    return [{ start, end: start, text: shifted(written, column) }];
  }
  const pair = map.items[at];
  const [start = 0, afterKey = 0] = (pair?.key ?? missing()).range ?? [];
  const end = endOfLine(text, pair?.value ? Math.max(endOf(pair.value), afterKey) : afterKey);
  if (value === undefined) {
    const { start: line, end: after } = linesOf(text, map, at);
    return [{ start: line, end: after, text: "" }];
  }
  const [, valueEnd = end] = isNothing(pair?.value) ? [] : (pair?.value?.range ?? []);
  const comment = /^[ \t]+#[^\n]*/.exec(text.slice(valueEnd, end))?.[0] ?? "";
  const lines = shifted(written, column)
    .slice(column)
    .replace(/\n/, () => `${comment}\n`);
  return [{ start, end, text: lines }];
};

/** What a step changes in the text. @throws YamlEditError */
export const spliced = (file: EditedFile, step: YamlStep): Splice[] => {
  switch (step.do) {
    case "insert":
      return inserted(file, step.in, { ...step, key: step.key, lines: null });
    case "append":
      return [appended(file, step.in, step.values)];
    case "remove":
      return taken(file, step.in, step.at);
    case "move":
      return movedEntry(file, step);
    case "texts": {
      const map = nodeAt(file.document, step.of);
      if (!isMap(map)) throw new YamlEditError("There is no such map");
      return changedMap(file, map, step.texts);
    }
    case "put":
      return put(file, step);
  }
};
