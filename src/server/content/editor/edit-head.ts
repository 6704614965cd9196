import { isDeepStrictEqual } from "node:util";
import { type Document, isMap, isSeq, type Node } from "yaml";
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
import { cleanTexts, fieldsAtLines, textsIn, treeOf } from "./edit-fields.ts";
import { editYaml } from "./edit-yaml.ts";
import { type TextTree, yamlValues } from "./entry-texts.ts";
import { isNothing, parseEdited } from "./parse-edited.ts";
import { headOf } from "./tree/facts.ts";
import { unlessUnusual, type YamlStep } from "./yaml-steps.ts";

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
  const found = headOf(text);
  if (!found) {
    const isOpen = frontMatterEnd(text.split("\n")) < 0;
    return isOpen ? null : { open: "", head: "", close: "", body: text };
  }
  const [close = ""] = /^.*\n?/.exec(text.slice(found.end)) ?? [];
  return {
    ...{ open: text.slice(0, found.start), head: text.slice(found.start, found.end), close },
    body: text.slice(found.end + close.length),
  };
};

const inLanguages = (name: string): string[] => LANGUAGES.map((each) => fieldIn(name, each));

/** The fields of each form, but for the criteria of an assignment. */
const NAMES: Readonly<Record<HeadKind, readonly string[]>> = {
  lesson: [
    ...inLanguages("title"),
    ...["type", "icon"],
    ...inLanguages("assignment.title"),
    ...["assignment.instructions", "assignment.image"],
  ],
  instruction: [...inLanguages("title"), "course"],
};

const CRITERIA = ["assignment", "criteria"] as const;

/** The criteria of an assignment, each by language; null for a list of something else. */
const criteriaIn = (document: Document.Parsed): TextTree[] | null => {
  const list: unknown = isMap(document.get("assignment")) ? document.getIn(CRITERIA, true) : null;
  if (isNothing(list)) return [];
  if (!isSeq<Node>(list) || !list.items.every((item) => isMap(item))) return null;
  const criteria = list.items.map((_, at) => textsIn(document, [...CRITERIA, at], LANGUAGES));
  return criteria.every((texts) => texts !== null) ? criteria : null;
};

const criterionFields = (criteria: readonly TextTree[]): [string, string][] =>
  criteria.flatMap((texts, at) =>
    Object.entries(texts).map(([language, text]): [string, string] => [
      fieldIn(criterionField(at), language),
      String(text),
    ]),
  );

const fieldsOf = (document: Document.Parsed, kind: HeadKind): HeadFields | null => {
  if (isNothing(document.contents)) return {};
  const texts = textsIn(document, [], NAMES[kind]);
  const criteria = texts && kind === "lesson" ? criteriaIn(document) : [];
  return criteria && texts && { ...texts, ...Object.fromEntries(criterionFields(criteria)) };
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
  const names = new Set(NAMES[kind].map((name) => name.replace(/(?<=title)\..*/, "")));
  const fields = fieldsAtLines(
    partsOf(text)?.head ?? "",
    [],
    [...names, "assignment.criteria"],
    // The head begins behind the line that opens it.
    lines.map((line) => line - 1),
  );
  return lines.map((line, index) => {
    const at = line - (read?.bodyLine ?? 1) + 1;
    return at > 0 ? { line: at, field: "" } : { line: 0, field: fields[index] || "title" };
  });
};

/** The steps that make criteria other ones. What is alike at the start and at the end stays as it is written. */
const criteriaSteps = (before: readonly TextTree[], wanted: readonly TextTree[]): YamlStep[] => {
  if (isDeepStrictEqual(before, wanted)) return [];
  if (before.length === 0 || wanted.length === 0) {
    const value = wanted.length === 0 ? undefined : wanted.map(yamlValues);
    return [{ do: "put", of: ["assignment"], name: "criteria", value }];
  }
  const most = Math.min(before.length, wanted.length);
  let start = 0;
  while (start < most && isDeepStrictEqual(before[start], wanted[start])) start += 1;
  let end = 0;
  while (end < most - start && isDeepStrictEqual(before.at(-1 - end), wanted.at(-1 - end))) {
    end += 1;
  }
  const steps: YamlStep[] = [];
  const [oldEnd, newEnd] = [before.length - end, wanted.length - end];
  for (let at = start; at < Math.min(oldEnd, newEnd); at += 1) {
    const none = Object.fromEntries(LANGUAGES.map((language) => [language, ""]));
    steps.push({ do: "texts", of: [...CRITERIA, at], texts: { ...none, ...wanted[at] } });
  }
  for (let at = oldEnd; at < newEnd; at += 1) {
    steps.push({ do: "insert", in: CRITERIA, at, value: yamlValues(wanted[at] ?? {}) });
  }
  for (let at = oldEnd - 1; at >= newEnd; at -= 1) steps.push({ do: "remove", in: CRITERIA, at });
  return steps;
};

/** The change with criteria numbered without gaps. */
const cleaned = (fields: HeadFields): HeadFields => {
  const plain = cleanTexts(fields);
  const others = Object.entries(plain).filter(([name]) => !name.startsWith("assignment.criteria."));
  return Object.fromEntries([...others, ...criterionFields(criteriaOf(plain))]);
};

const stepsOf = (
  document: Document.Parsed,
  kind: HeadKind,
  before: HeadFields,
  { fields, id }: Pick<HeadChange, "fields" | "id">,
): YamlStep[] => {
  const texts = treeOf(fields, NAMES[kind]);
  const steps: YamlStep[] = [];
  if (!document.has("id")) steps.push({ do: "insert", in: [], at: 0, key: "id", value: id });
  else if (isNothing(document.get("id", true))) {
    steps.push({ do: "put", of: [], name: "id", value: id });
  }
  if (hasAssignment(before) && !hasAssignment(fields)) {
    const { assignment: _, ...others } = texts;
    return [
      ...steps,
      { do: "put", of: [], name: "assignment", value: undefined },
      { do: "texts", of: [], texts: others },
    ];
  }
  const criteria = criteriaSteps(criteriaIn(document) ?? [], criteriaOf(fields));
  return [...steps, { do: "texts", of: [], texts }, ...criteria];
};

const edit = (text: string, kind: HeadKind, { fields, body, id }: HeadChange): string | null => {
  const found = partsOf(text);
  if (!found || !Object.values(fields).every((each) => each.isWellFormed())) return null;
  const wanted = cleaned(fields);
  const { open, head, close } = found.open === "" ? { ...found, ...EMPTY } : found;
  const before = parseEdited(head);
  const shown = before && fieldsOf(before, kind);
  if (!before || !shown) return null;
  const isBegun = !isNothing(before.contents);
  const start = isBegun ? head : `${head}id: ${id}\n`;
  const document = isBegun ? before : parseEdited(start);
  if (!document) return null;
  const isSame = isBegun && !isNothing(before.get("id", true)) && isDeepStrictEqual(shown, wanted);
  const edited = isSame
    ? head
    : editYaml(start, stepsOf(document, kind, shown, { fields: wanted, id }));
  return open + edited + (body !== "" && !close.endsWith("\n") ? `${close}\n` : close) + body;
};

/**
 * Changes the head of a text by the fields of a form, and puts a body below. All other bytes stay: comments, order,
 * quotes. A text without a head or an id gets one.
 * @param text with `\n` at the ends of lines; empty for a new one
 * @returns null for a head in which a field cannot be changed without changing something else
 */
export const editHead = (text: string, kind: HeadKind, change: HeadChange): string | null =>
  unlessUnusual(() => edit(text, kind, change));
