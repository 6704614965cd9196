import { isDeepStrictEqual } from "node:util";
import { type CST, isMap, isSeq, type Node, stringify, type YAMLMap, type YAMLSeq } from "yaml";
import { changedMap, changeNodes, type EditedFile } from "./edit-map.ts";
import { type TextTree, textOf, yamlValues } from "./entry-texts.ts";
import {
  columnOf,
  endOf,
  endOfLine,
  type Splice,
  startOfLine,
  writtenFlow,
  writtenItem,
} from "./parse-edited.ts";

/** An item of the list, by language. */
type Texts = Readonly<Record<string, string>>;

/** The texts of each item of a list in the given languages; null for a list of something else. */
export const listTexts = (
  { document }: Pick<EditedFile, "document">,
  node: unknown,
  languages: readonly string[],
): Texts[] | null => {
  if (node === undefined || node === null) return [];
  if (!isSeq<Node>(node) || !node.items.every((item) => isMap(item))) return null;
  return node.items.map((item) =>
    Object.fromEntries(
      languages.flatMap((language) => {
        const text = textOf(document, (item as YAMLMap).get(language, true));
        return text === "" ? [] : [[language, text]];
      }),
    ),
  );
};

/** How many items two lists have alike at their start and at their end. */
const alike = (
  before: readonly Texts[],
  wanted: readonly Texts[],
): [start: number, end: number] => {
  const most = Math.min(before.length, wanted.length);
  const isSame = (at: number, from: number) =>
    isDeepStrictEqual(before.at(from + at), wanted.at(from + at));
  let start = 0;
  while (start < most && isSame(start, 0)) start += 1;
  let end = 0;
  while (end < most - start && isDeepStrictEqual(before.at(-1 - end), wanted.at(-1 - end)))
    end += 1;
  return [start, end];
};

interface ListChange {
  /** The map that the list is in. */
  readonly map: YAMLMap;
  readonly name: string;
  readonly before: readonly Texts[];
  readonly wanted: readonly Texts[];
  readonly languages: readonly string[];
}

/** All languages of an item: an empty text is none. */
const treeOf = (texts: Texts, languages: readonly string[]): TextTree =>
  Object.fromEntries(languages.map((language) => [language, texts[language] ?? ""]));

const changedBlock = (
  file: EditedFile,
  list: YAMLSeq<Node>,
  { before, wanted, languages }: ListChange,
): Splice[] => {
  const { text } = file;
  const [start, end] = alike(before, wanted);
  const dashes = (list.srcToken as CST.BlockSequence).items.map(
    ({ start: signs }) => signs.find(({ type }) => type === "seq-item-ind")?.offset ?? 0,
  );
  const [oldEnd, newEnd] = [before.length - end, wanted.length - end];
  const splices: Splice[] = [];
  for (let at = start; at < Math.max(oldEnd, newEnd); at += 1) {
    const item = list.items[at];
    if (at >= oldEnd) {
      const last = list.items[oldEnd - 1];
      const place = last
        ? endOfLine(text, endOf(last))
        : startOfLine(text, dashes[0] ?? list.range?.[0] ?? 0);
      const written = writtenItem(
        treeOf(wanted[at] ?? {}, languages),
        columnOf(text, dashes[0] ?? 0),
      );
      splices.push({ start: place, end: place, text: written });
    } else if (at >= newEnd && item) {
      const line = startOfLine(text, dashes[at] ?? 0);
      splices.push({ start: line, end: endOfLine(text, endOf(item)), text: "" });
    } else if (isMap(item)) {
      splices.push(...changedMap(file, item, treeOf(wanted[at] ?? {}, languages)));
    }
  }
  return splices;
};

/** Changes a list that is written in brackets, or is in a map in braces; the outermost is written again. */
const changedFlow = (
  file: EditedFile,
  list: YAMLSeq<Node> | null,
  { map, name, before, wanted, languages }: ListChange,
): Splice => {
  const { document, text } = file;
  const node = (texts: Texts) => document.createNode(yamlValues(treeOf(texts, languages)));
  if (list) {
    const [start, end] = alike(before, wanted);
    const [oldEnd, newEnd] = [before.length - end, wanted.length - end];
    const middle = wanted.slice(start, newEnd).map((texts, at) => {
      const item = start + at < oldEnd ? list.items[start + at] : undefined;
      if (!isMap(item)) return node(texts);
      changeNodes(file, item, treeOf(texts, languages));
      return item;
    });
    list.items.splice(start, oldEnd - start, ...middle);
    if (list.items.length === 0) map.delete(name);
  } else map.set(name, document.createNode(wanted.map((texts) => ({ ...texts }))));
  const outer: Node = map.flow ? map : (list as YAMLSeq<Node>);
  const [start = 0, end = 0] = outer.range ?? [];
  return { start, end, text: writtenFlow(outer, columnOf(text, map.range?.[0] ?? 0) + 2) };
};

/**
 * Changes a list of texts by language so that it has what is wanted. Items that are alike stay as they are written,
 * and an empty list is none.
 */
export const changedList = (file: EditedFile, change: ListChange): Splice[] => {
  const { map, name, before, wanted } = change;
  const { text } = file;
  if (isDeepStrictEqual(before, wanted)) return [];
  const value = map.get(name, true);
  const list = isSeq<Node>(value) ? value : null;
  if (map.flow || (list?.flow && wanted.length > 0)) return [changedFlow(file, list, change)];
  if (list && wanted.length > 0 && list.items.length > 0) return changedBlock(file, list, change);
  const field = map.items.find(({ key }) => (key as { value?: unknown }).value === name);
  const column = columnOf(text, map.range?.[0] ?? 0);
  const written =
    wanted.length === 0
      ? ""
      : stringify({ [name]: wanted.map((texts) => yamlValues({ ...texts })) }, { lineWidth: 0 });
  const lines = written.replace(/^(?=.)/gm, " ".repeat(column));
  if (!field) {
    const place = endOfLine(text, endOf(map));
    return [{ start: place, end: place, text: lines }];
  }
  const start = startOfLine(text, (field.key as Node).range?.[0] ?? 0);
  return [{ start, end: endOfLine(text, endOf((field.value ?? field.key) as Node)), text: lines }];
};
