import { isDeepStrictEqual } from "node:util";
import {
  type CST,
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLSeq,
} from "yaml";
import type { EntryKind } from "../../../contract/staff-entries.ts";
import { type EntryFields, entryFields } from "../../../domain/source-entry.ts";
import { changedMap, changeNodes, type EditedFile } from "./edit-map.ts";
import { textOf, treeOf, withoutLineEnds, yamlValues } from "./entry-texts.ts";
import {
  applySplices,
  columnOf,
  endOf,
  endOfLine,
  parseEdited,
  type Splice,
  startOfLine,
  writtenFlow,
  writtenItem,
} from "./parse-edited.ts";

/** The file is written in a way in which an entry cannot be changed without changing more. */
export class EntryError extends Error {}

/** A change of one entry. `at`: null for a new one, which comes last. `fields`: null removes it. */
export interface EntryChange {
  readonly at: number | null;
  readonly fields: EntryFields | null;
}

type List = YAMLSeq<Node>;

const announcements = ({ contents }: Document.Parsed): Pair | undefined =>
  isMap(contents)
    ? contents.items.find(({ key }) => isScalar(key) && key.value === "announcements")
    : undefined;

const listOf = (document: Document.Parsed, kind: EntryKind): Node | null => {
  const isSchool = kind === "announcement";
  const node = isSchool ? announcements(document)?.value : document.contents;
  return isScalar(node) && node.value === null ? null : ((node ?? null) as Node | null);
};

const entriesOf = (document: Document.Parsed, kind: EntryKind): EntryFields[] | null => {
  if (kind === "announcement" && !isMap(document.contents)) return null;
  const list = listOf(document, kind);
  if (list === null) return [];
  if (!isSeq<Node>(list)) return null;
  return list.items.map((item) => {
    const fields = entryFields(kind).map((name) => {
      const node = isMap(item) ? item.getIn(name.split("."), true) : null;
      return [name, textOf(document, node)] as const;
    });
    return Object.fromEntries(fields.filter(([, text]) => text !== ""));
  });
};

/** Reads the entries of a file; null if it is not YAML, or has something else in their place. */
export const readEntries = (text: string, kind: EntryKind): EntryFields[] | null => {
  const document = parseEdited(text);
  return document && entriesOf(document, kind);
};

/** @returns the field of an entry that is written at a line of the file; empty for a line of others */
export const fieldsByLine = (
  text: string,
  kind: EntryKind,
  at: number,
): ((line: number) => string) => {
  const document = parseEdited(text);
  const list = document && listOf(document, kind);
  const item = isSeq<Node>(list) ? list.items[at] : undefined;
  if (!document || !isMap(item) || !item.range) return () => "";
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;
  const [start, end] = item.range;
  const fields = entryFields(kind).flatMap((name) => {
    const node = item.getIn(name.split("."), true) as Node | undefined;
    return node?.range ? [{ name, line: lineAt(node.range[0]) }] : [];
  });
  return (line) => {
    if (line < lineAt(start) || line > lineAt(end)) return "";
    const before = fields.filter((field) => field.line <= line);
    return before.toSorted((a, b) => b.line - a.line)[0]?.name ?? "";
  };
};

const changedFlowList = (
  file: EditedFile,
  list: List,
  kind: EntryKind,
  { at, fields }: EntryChange,
): Splice => {
  const [start = 0, end = 0] = list.range ?? [];
  const item = at === null ? null : list.items[at];
  if (fields === null) list.items.splice(at ?? 0, 1);
  else if (isMap(item)) changeNodes(file, item, treeOf(kind, fields));
  else list.add(file.document.createNode(yamlValues(treeOf(kind, fields))));
  // An empty list is a mistake to the check.
  return { start, end, text: list.items.length === 0 ? "" : writtenFlow(list, 2) };
};

const dashOf = (list: List, at: number): number => {
  const items = (list.srcToken as CST.BlockSequence | undefined)?.items;
  const dash = items?.[at]?.start.find(({ type }) => type === "seq-item-ind");
  if (!dash) throw new EntryError("The item has no dash");
  return dash.offset;
};

const added = (
  { text, document }: EditedFile,
  list: List | null,
  kind: EntryKind,
  fields: EntryFields,
): Splice => {
  const tree = treeOf(kind, fields);
  if (list && list.items.length > 0) {
    const start = endOfLine(text, endOf(list));
    return { start, end: start, text: writtenItem(tree, columnOf(text, dashOf(list, 0))) };
  }
  if (kind !== "announcement") {
    const [start = text.length, end = text.length] = list?.range ?? [];
    return { start, end, text: writtenItem(tree, 0) };
  }
  const field = announcements(document);
  if (!field) {
    const written = `announcements:\n${writtenItem(tree, 2)}`;
    return { start: text.length, end: text.length, text: written };
  }
  if (!list) {
    const start = endOfLine(text, endOf(field.key as Node));
    return { start, end: start, text: writtenItem(tree, 2) };
  }
  const [, end = 0] = list.range ?? [];
  const start = text.lastIndexOf(":", list.range?.[0]) + 1;
  return { start, end, text: `\n${withoutLineEnds(writtenItem(tree, 2))}` };
};

const splicesOf = (file: EditedFile, kind: EntryKind, change: EntryChange): Splice[] => {
  const { at, fields } = change;
  const node = listOf(file.document, kind);
  const list = isSeq<Node>(node) ? node : null;
  if (list?.flow && list.items.length > 0) return [changedFlowList(file, list, kind, change)];
  if (at === null) return fields ? [added(file, list, kind, fields)] : [];
  const item = list?.items[at];
  if (!list || !item) throw new EntryError("The entry is not in a list");
  if (fields) {
    if (!isMap(item)) throw new EntryError("The entry has no fields");
    return changedMap(file, item, treeOf(kind, fields));
  }
  const dash = dashOf(list, at);
  const start = startOfLine(file.text, dash);
  if (file.text.slice(start, dash).trim() !== "") throw new EntryError("The dash is within a line");
  return [{ start, end: endOfLine(file.text, endOf(item)), text: "" }];
};

/** What a file has besides the entry at a position. */
const othersOf = (document: Document.Parsed, kind: EntryKind, at: number): unknown[] => {
  const whole = document.toJS();
  const isSchool = kind === "announcement";
  const list: unknown[] = (isSchool ? whole?.announcements : whole) ?? [];
  return [list.toSpliced(at, 1), isSchool ? { ...whole, announcements: null } : null];
};

/** Drops what is no text of the entry, and gives a new announcement an id. */
const cleaned = (
  kind: EntryKind,
  { at, fields }: EntryChange,
  entries: readonly EntryFields[],
): EntryFields | null => {
  if (!fields) return null;
  const texts = entryFields(kind).map(
    (name) => [name, withoutLineEnds((fields[name] ?? "").replace(/\r\n?/g, "\n"))] as const,
  );
  const known = Object.fromEntries(texts.filter(([, text]) => text.trim() !== ""));
  if (kind !== "announcement" || at !== null) return known;
  const ids = entries.map(({ id }) => Number(id)).filter(Number.isInteger);
  return { ...known, id: String(Math.max(0, ...ids) + 1) };
};

const edit = (whole: string, kind: EntryKind, change: EntryChange): string | null => {
  const document = parseEdited(whole);
  const before = document && entriesOf(document, kind);
  if (!document || !before) throw new EntryError("The file cannot be read");
  const { at } = change;
  if (at !== null && !before[at]) throw new EntryError("There is no such entry");
  const fields = cleaned(kind, change, before);
  if (fields ? Object.keys(fields).length === 0 : at === null) throw new EntryError("No fields");
  if (fields && at !== null && isDeepStrictEqual(fields, before[at])) return whole;
  const index = at ?? before.length;
  const others = othersOf(document, kind, index);
  const result = applySplices(whole, splicesOf({ text: whole, document }, kind, { at, fields }));

  // Reads the result again: a file can be written in more ways than are handled here.
  const after = parseEdited(result);
  const entries = after && entriesOf(after, kind);
  const expected = before.toSpliced(index, 1, ...(fields ? [fields] : []));
  const isRight =
    isDeepStrictEqual(entries, expected) &&
    isDeepStrictEqual(others, after && othersOf(after, kind, fields ? index : expected.length));
  if (!isRight) throw new EntryError("More than the entry would change");
  return kind !== "announcement" && expected.length === 0 ? null : result;
};

/**
 * Changes, adds or removes an entry in an author's file. All other bytes stay: comments, order, quotes.
 * @param text with `\n` at the ends of lines; empty for a file that is not there
 * @returns null if the file has no entries any more and is not needed
 * @throws EntryError if the file is written in a way in which more would change
 */
export const editEntries = (text: string, kind: EntryKind, change: EntryChange): string | null => {
  const hasEnd = text === "" || text.endsWith("\n");
  try {
    const result = edit(hasEnd ? text : `${text}\n`, kind, change);
    return hasEnd || result === null ? result : result.replace(/\n$/, "");
  } catch (reason) {
    if (reason instanceof EntryError) throw reason;
    // The library refuses some texts, such as aliases without an anchor.
    throw new EntryError("The file cannot be changed", { cause: reason });
  }
};
