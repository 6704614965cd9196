import { isDeepStrictEqual } from "node:util";
import { type Document, isMap, isSeq, type Node } from "yaml";
import type { EntryKind } from "../../../contract/staff-entries.ts";
import { type EntryFields, entriesPath, entryFields } from "../../../domain/source-entry.ts";
import { cleanTexts, treeOf } from "./edit-fields.ts";
import { editYaml } from "./edit-yaml.ts";
import { textOf, yamlValues } from "./entry-texts.ts";
import { isNothing, nodeAt, parseEdited, writtenValue } from "./parse-edited.ts";
import { YamlEditError, type YamlStep } from "./yaml-steps.ts";

/** A change of one entry. `at`: null for a new one, which comes last. `fields`: null removes it. */
export interface EntryChange {
  readonly at: number | null;
  readonly fields: EntryFields | null;
}

const entriesOf = (document: Document.Parsed, kind: EntryKind): EntryFields[] | null => {
  if (kind === "announcement" && !isMap(document.contents)) return null;
  const list = nodeAt(document, entriesPath(kind));
  if (isNothing(list)) return [];
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

/** Drops what is no text of the entry, and gives a new announcement an id. */
const cleaned = (
  kind: EntryKind,
  { at, fields }: EntryChange,
  entries: readonly EntryFields[],
): EntryFields | null => {
  if (!fields) return null;
  const known = cleanTexts(
    Object.fromEntries(entryFields(kind).map((name) => [name, fields[name] ?? ""])),
  );
  if (kind !== "announcement" || at !== null) return known;
  const ids = entries.map(({ id }) => Number(id)).filter(Number.isInteger);
  return { ...known, id: String(Math.max(0, ...ids) + 1) };
};

/**
 * Changes, adds or removes an entry in an author's file. All other bytes stay: comments, order, quotes.
 * @param text with `\n` at the ends of lines; empty for a file that is not there
 * @returns null if the file has no entries any more and is not needed
 * @throws YamlEditError if the file is written in a way in which more would change
 */
export const editEntries = (text: string, kind: EntryKind, change: EntryChange): string | null => {
  const before = readEntries(text, kind);
  if (!before) throw new YamlEditError("The file cannot be read");
  const { at } = change;
  if (at !== null && !before[at]) throw new YamlEditError("There is no such entry");
  const fields = cleaned(kind, change, before);
  if (fields ? Object.keys(fields).length === 0 : at === null) throw new YamlEditError("No fields");
  if (fields && at !== null && isDeepStrictEqual(fields, before[at])) return text;
  const path = entriesPath(kind);
  const isFile = path.length === 0;
  if (!fields && isFile && before.length === 1) return null;
  const tree = treeOf(fields ?? {}, entryFields(kind));
  if (at === null) {
    const value = yamlValues(tree);
    if (!isFile || before.length > 0) {
      return editYaml(text, [{ do: "insert", in: path, at: before.length, value }]);
    }
    // Of an empty list that is the whole file, the comments stay.
    const others = text.replace(/^\[\s*\]/m, "").replace(/(?<=[^\n])$/, "\n");
    const begun = others + writtenValue([value], 0);
    if (isDeepStrictEqual(readEntries(begun, kind), [fields])) return begun;
    throw new YamlEditError("The file cannot be begun");
  }
  const step: YamlStep = fields
    ? { do: "texts", of: [...path, at], texts: tree }
    : { do: "remove", in: path, at };
  return editYaml(text, [step]);
};
