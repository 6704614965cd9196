import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  type Node,
  type Pair,
  Scalar,
  type YAMLMap,
} from "yaml";
import { isEmptyTree, type TextTree, textOf, yamlValue, yamlValues } from "./entry-texts.ts";
import {
  columnOf,
  endOf,
  endOfLine,
  pairOf,
  type Splice,
  startOfLine,
  writtenFlow,
  writtenMap,
  writtenScalar,
} from "./parse-edited.ts";

export interface EditedFile {
  readonly text: string;
  readonly document: Document.Parsed;
}

/** Whether a map has other texts than are wanted. Fields that the tree does not name do not count. */
export const differs = (document: Document.Parsed, map: YAMLMap, tree: TextTree): boolean =>
  Object.entries(tree).some(([name, wanted]) => {
    const value = pairOf(map, name)?.value;
    if (typeof wanted === "string") return textOf(document, value) !== wanted;
    return isMap(value) ? differs(document, value, wanted) : !isEmptyTree(wanted);
  });

/** A value that has no lines of its own. What is there keeps its quotes if it is given as plain text. */
const valueInBraces = (name: string, text: string): unknown => {
  const value = yamlValue(name, text);
  if (typeof value !== "string" || !text.includes("\n")) return value;
  const scalar = new Scalar(text);
  scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
};

/** Whether a map has something that a tree does not name. */
const hasOthers = (map: YAMLMap, tree: TextTree): boolean =>
  map.items.some(({ key, value }) => {
    const named = isScalar(key) && Object.hasOwn(tree, String(key.value));
    const inner = named ? tree[String(key.value)] : undefined;
    return !named || (isMap(value) && typeof inner === "object" && hasOthers(value, inner));
  });

/** Changes the nodes of a map in braces, which is written again as a whole. */
const changeNodes = (file: EditedFile, map: YAMLMap, tree: TextTree): void => {
  for (const [name, wanted] of Object.entries(tree)) {
    const value = pairOf(map, name)?.value;
    if (typeof wanted === "string") {
      if (textOf(file.document, value) === wanted) continue;
      if (wanted === "") map.delete(name);
      else map.set(name, valueInBraces(name, wanted));
    } else if (isMap(value)) {
      if (!differs(file.document, value, wanted)) continue;
      if (isEmptyTree(wanted) && !hasOthers(value, wanted)) map.delete(name);
      else changeNodes(file, value, wanted);
    } else if (!isEmptyTree(wanted)) {
      map.set(name, file.document.createNode(yamlValues(wanted)));
    }
  }
};

const rangeOf = (node: unknown): { start: number; end: number } => {
  const [start = 0, end = 0] = (node as Node).range ?? [];
  return { start, end };
};

const removed = ({ text }: EditedFile, map: YAMLMap, field: Pair): Splice => {
  const { start } = rangeOf(field.key);
  const line = startOfLine(text, start);
  const end = endOfLine(text, endOf((field.value ?? field.key) as Node));
  if (text.slice(line, start).trim() === "") return { start: line, end, text: "" };
  // The first field of an item is in the line of the dash, where the next one takes its place.
  const next = map.items[map.items.indexOf(field) + 1];
  return { start, end: next ? rangeOf(next.key).start : end, text: "" };
};

/** A field that has no value yet keeps its place, and the comment in its line. */
const filled = (
  { text }: EditedFile,
  map: YAMLMap,
  { field, to }: { readonly field: Pair; readonly to: TextTree },
): Splice => {
  const { start, end: afterKey } = rangeOf(field.key);
  const end = endOfLine(text, endOf(field.value as Node));
  const comment = /[ \t]+#[^\n]*/.exec(text.slice(afterKey, end))?.[0] ?? "";
  const written = writtenMap(to, columnOf(text, rangeOf(map).start)).trimStart();
  return { start, end, text: written.replace("\n", () => `${comment}\n`) };
};

const replaced = (
  { text }: EditedFile,
  map: YAMLMap,
  { name, value, to }: { readonly name: string; readonly value: unknown; readonly to: string },
): Splice => {
  const { start, end } = rangeOf(value);
  const written = writtenScalar(to, {
    name,
    type: isScalar(value) ? value.type : undefined,
    source: text.slice(start, end),
    column: columnOf(text, rangeOf(map).start),
    hasComment: text.slice(end, endOfLine(text, end)).trim() !== "",
  });
  return { start, end, text: written };
};

/** Changes a map so that it has the texts of a tree; nothing else in the file becomes different. */
export const changedMap = (file: EditedFile, map: YAMLMap, tree: TextTree): Splice[] => {
  const { document, text } = file;
  if (map.flow) {
    if (!differs(document, map, tree)) return [];
    changeNodes(file, map, tree);
    // A comment that follows stays where it is.
    const { end } = rangeOf(map);
    if (text.slice(end, endOfLine(text, end)).trim() !== "") map.comment = null;
    return [{ ...rangeOf(map), text: writtenFlow(map, columnOf(text, rangeOf(map).start)) }];
  }
  const splices: Splice[] = [];
  const added: TextTree = {};
  for (const [name, wanted] of Object.entries(tree)) {
    const field = pairOf(map, name);
    const value = field?.value ?? null;
    if (typeof wanted === "string") {
      if (textOf(document, value) === wanted) continue;
      const isText = (isScalar(value) && value.value !== null) || isAlias(value);
      if (wanted !== "" && isText) {
        splices.push(replaced(file, map, { name, value, to: wanted }));
        continue;
      }
    } else if (isMap(value)) {
      if (!differs(document, value, wanted)) continue;
      if (!isEmptyTree(wanted) || hasOthers(value, wanted)) {
        splices.push(...changedMap(file, value, wanted));
        continue;
      }
    } else if (isEmptyTree(wanted)) continue;
    if (field && isScalar(value) && value.value === null) {
      splices.push(filled(file, map, { field, to: { [name]: wanted } }));
      continue;
    }
    if (field) splices.push(removed(file, map, field));
    added[name] = wanted;
  }
  if (isEmptyTree(added)) return splices;
  const start = endOfLine(text, endOf(map));
  const column = columnOf(text, rangeOf(map).start);
  return [...splices, { start, end: start, text: writtenMap(added, column) }];
};
