import { isDeepStrictEqual } from "node:util";
import { type Document, isMap, isScalar, type Node, stringify, type YAMLMap } from "yaml";
import { LANGUAGES } from "../../../domain/languages.ts";
import {
  criteriaOf,
  criterionField,
  fieldIn,
  type HeadFields,
  type HeadKind,
  hasAssignment,
} from "../../../domain/text-head.ts";
import { frontMatterEnd } from "../text-files.ts";
import { changedList, listTexts } from "./edit-criteria.ts";
import { changedMap } from "./edit-map.ts";
import { type TextTree, textOf, withoutLineEnds } from "./entry-texts.ts";
import { applySplices, parseEdited, writtenMap } from "./parse-edited.ts";

/** A text as its editor shows it: the fields of its head, and what is below. */
interface ReadHead {
  readonly fields: HeadFields;
  readonly body: string;
  /** The line of the file, from 1, on which the body begins. */
  readonly bodyLine: number;
}

/** What somebody has written: all fields of the head, and the body. */
export interface HeadChange {
  readonly fields: HeadFields;
  readonly body: string;
  /** The id that the text gets if it has none. */
  readonly id: number;
}

interface Parts {
  /** The lines before and after the head; empty for a text without one. */
  readonly open: string;
  readonly head: string;
  readonly close: string;
  readonly body: string;
}

const EMPTY = { open: "---\n", head: "", close: "---\n" } as const;

/** Divides a text so that its parts together are the text; null if its head does not end. */
const partsOf = (text: string): Parts | null => {
  const lines = text.split("\n");
  const end = frontMatterEnd(lines);
  if (end < 0) return null;
  if (end === 0) return { open: "", head: "", close: "", body: text };
  const part = (from: number, to: number) => lines.slice(from, to).map((line) => `${line}\n`);
  const isLast = end === lines.length - 1;
  return {
    open: `${lines[0]}\n`,
    head: part(1, end).join(""),
    close: isLast ? (lines[end] ?? "") : `${lines[end]}\n`,
    body: isLast ? "" : lines.slice(end + 1).join("\n"),
  };
};

const isText = (node: unknown): boolean => node === undefined || node === null || isScalar(node);

/** A title or the like: a map of texts by language. */
const isTexts = (node: unknown): boolean =>
  node === undefined ||
  node === null ||
  (isScalar(node) && node.value === null) ||
  (isMap<Node, Node | null>(node) && node.items.every(({ value }) => isText(value)));

const isNone = (node: unknown): boolean =>
  node === undefined || node === null || (isScalar(node) && node.value === null);

const ONCE: Readonly<Record<HeadKind, readonly string[]>> = {
  lesson: ["type", "icon", "assignment.instructions", "assignment.image"],
  instruction: ["course"],
};
const TITLES: Readonly<Record<HeadKind, readonly string[]>> = {
  lesson: ["title", "assignment.title"],
  instruction: ["title"],
};

const fieldsOf = (document: Document.Parsed, kind: HeadKind): HeadFields | null => {
  const root = document.contents;
  if (isNone(root)) return {};
  if (!isMap(root)) return null;
  const at = (name: string): unknown => root.getIn(name.split("."), true);
  const assignment = root.get("assignment", true);
  if (kind === "lesson" && !isNone(assignment) && !isMap(assignment)) return null;
  const criteria =
    kind === "lesson" ? listTexts({ document }, at("assignment.criteria"), LANGUAGES) : [];
  if (!criteria || !ONCE[kind].every((name) => isText(at(name)))) return null;
  if (!TITLES[kind].every((name) => isTexts(at(name)))) return null;
  const fields: [string, string][] = [
    ...[
      ...ONCE[kind],
      ...TITLES[kind].flatMap((name) => LANGUAGES.map((l) => fieldIn(name, l))),
    ].map((name): [string, string] => [name, textOf(document, at(name))]),
    ...criteria.flatMap((texts, index) =>
      Object.entries(texts).map(([language, text]): [string, string] => [
        fieldIn(criterionField(index), language),
        text,
      ]),
    ),
  ];
  return Object.fromEntries(fields.filter(([, text]) => text !== ""));
};

/** Reads what a form shows of a text; null if its head cannot be shown by a form. */
export const readHead = (text: string, kind: HeadKind): ReadHead | null => {
  const parts = partsOf(text);
  const document = parts && parseEdited(parts.head);
  const fields = document && fieldsOf(document, kind);
  if (!parts || !fields) return null;
  const { open, head, close, body } = parts;
  return { fields, body, bodyLine: (open + head + close).split("\n").length };
};

/**
 * The place of each line of a file, from 1, in its editor: a line of the body, from 1, or 0 and the field of the form.
 */
export const headPlaces = (
  text: string,
  kind: HeadKind,
  lines: readonly number[],
): { readonly line: number; readonly field: string }[] => {
  const read = readHead(text, kind);
  const parts = partsOf(text);
  const root = parts && parseEdited(parts.head)?.contents;
  const lineAt = (offset: number) => (parts?.head.slice(0, offset).split("\n").length ?? 0) + 1;
  const names = [...ONCE[kind], ...TITLES[kind], "assignment.criteria"];
  const starts = isMap(root)
    ? names.flatMap((name) => {
        const path = name.split(".");
        const map = path.length > 1 ? root.get(path[0], true) : root;
        const items = isMap<Node>(map) ? map.items : [];
        const pair = items.find(({ key }) => String(key) === path.at(-1));
        return pair?.key.range ? [{ name, line: lineAt(pair.key.range[0]) }] : [];
      })
    : [];
  const fieldAt = (line: number): string => {
    const before = starts.filter((each) => each.line <= line);
    return before.toSorted((a, b) => b.line - a.line)[0]?.name ?? "title";
  };
  return lines.map((line) => {
    const at = line - (read?.bodyLine ?? 1) + 1;
    return at > 0 ? { line: at, field: "" } : { line: 0, field: fieldAt(line) };
  });
};

const byLanguage = (fields: HeadFields, name: string): TextTree =>
  Object.fromEntries(
    LANGUAGES.map((language) => [language, fields[fieldIn(name, language)] ?? ""]),
  );

const treeOf = (fields: HeadFields, kind: HeadKind): TextTree => {
  const title = byLanguage(fields, "title");
  const field = (name: string) => fields[name] ?? "";
  if (kind === "instruction") return { title, course: field("course") };
  return {
    ...{ title, type: field("type"), icon: field("icon") },
    assignment: {
      title: byLanguage(fields, "assignment.title"),
      instructions: field("assignment.instructions"),
      image: field("assignment.image"),
    },
  };
};

const without = (value: unknown, names: readonly string[]): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
    : null;

/** What a head has besides the fields of the form, and its id. */
const othersOf = (document: Document.Parsed, kind: HeadKind, keepsAssignment: boolean): unknown => {
  const whole = document.toJS() ?? {};
  const title = without(whole.title ?? {}, LANGUAGES);
  if (kind === "instruction") return [without(whole, ["id", "title", "course"]), title];
  const assignment = keepsAssignment ? (whole.assignment ?? {}) : {};
  return [
    ...[without(whole, ["id", "title", "type", "icon", "assignment"]), title],
    without(assignment, ["title", "instructions", "image", "criteria"]),
    without(assignment.title ?? {}, LANGUAGES),
  ];
};

/** The change with criteria numbered without gaps. */
const cleaned = (fields: HeadFields): HeadFields => {
  const texts = Object.entries(fields).map(
    ([name, text]) => [name, withoutLineEnds(text.replace(/\r\n?/g, "\n"))] as const,
  );
  const plain = Object.fromEntries(texts.filter(([, text]) => text.trim() !== ""));
  const others = Object.entries(plain).filter(([name]) => !name.startsWith("assignment.criteria."));
  const criteria = criteriaOf(plain).flatMap((each, at) =>
    Object.entries(each).map(([language, text]) => [fieldIn(criterionField(at), language), text]),
  );
  return Object.fromEntries([...others, ...criteria]);
};

const editYaml = (head: string, kind: HeadKind, fields: HeadFields, id: number): string | null => {
  const document = parseEdited(head);
  const before = document && fieldsOf(document, kind);
  if (!document || !before) return null;
  const root = document.contents;
  const hasId = isMap(root) && !isNone(root.get("id", true));
  if (hasId && isDeepStrictEqual(before, fields)) return head;
  if (isNone(root)) {
    const isEmpty = Object.keys(fields).length === 0;
    const written = stringify({ id }) + (isEmpty ? "" : writtenMap(treeOf(fields, kind), 0));
    // Comments of a head without fields stay above them.
    return editCriteria(head + written, kind, fields);
  }
  let edited = applySplices(
    head,
    changedMap({ text: head, document }, root as YAMLMap, treeOf(fields, kind)),
  );
  if (!hasId) {
    const emptied = edited.replace(/^id:[ \t]*(?=#|$)/m, `id: ${id} `);
    edited = emptied === edited ? `id: ${id}\n${edited}` : emptied.replace(/ +$/m, "");
  }
  return editCriteria(edited, kind, fields);
};

const editCriteria = (head: string, kind: HeadKind, fields: HeadFields): string | null => {
  if (kind !== "lesson") return head;
  const document = parseEdited(head);
  const root = document?.contents;
  if (!document || !isMap(root)) return null;
  const map = root.get("assignment", true);
  const wanted = criteriaOf(fields);
  if (!isMap(map)) return wanted.length === 0 ? head : null;
  const before = listTexts({ document }, map.get("criteria", true), LANGUAGES);
  if (!before) return null;
  const change = { map, name: "criteria", before, wanted, languages: LANGUAGES };
  return applySplices(head, changedList({ text: head, document }, change));
};

const edit = (text: string, kind: HeadKind, { fields, body, id }: HeadChange): string | null => {
  const found = partsOf(text);
  if (!found || !Object.values(fields).every((each) => each.isWellFormed())) return null;
  const wanted = cleaned(fields);
  const parts = found.open === "" ? { ...found, ...EMPTY } : found;
  const head = editYaml(parts.head, kind, wanted, id);
  const close = body !== "" && !parts.close.endsWith("\n") ? `${parts.close}\n` : parts.close;
  if (head === null) return null;

  // Reads the result again: a head can be written in more ways than are handled here.
  const [was, after] = [parseEdited(parts.head), parseEdited(head)];
  const keeps = hasAssignment(wanted);
  const isRight =
    was &&
    after &&
    isDeepStrictEqual(fieldsOf(after, kind), wanted) &&
    isDeepStrictEqual(othersOf(after, kind, keeps), othersOf(was, kind, keeps));
  return isRight ? parts.open + head + close + body : null;
};

/**
 * Changes the head of a text by the fields of a form, and puts a body below. All other bytes stay: comments, order,
 * quotes. A text without a head or an id gets one.
 * @param text with `\n` at the ends of lines; empty for a new one
 * @returns null for a head in which a field cannot be changed without changing something else
 */
export const editHead = (text: string, kind: HeadKind, change: HeadChange): string | null => {
  try {
    return edit(text, kind, change);
  } catch {
    // The library refuses some texts, such as aliases without an anchor.
    return null;
  }
};
