import {
  Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  type Node,
  type Pair,
  Scalar,
  stringify,
  visit,
} from "yaml";
import { parseYamlDocument } from "../yaml-document.ts";
import { type TextTree, withoutLineEnds, yamlValue, yamlValues } from "./entry-texts.ts";

/** Where a value is: keys of maps, and positions in lists from 0. */
export type YamlPath = readonly (string | number)[];

/** Nothing is folded: an author's lines are as long as they are written. */
export const YAML_OPTIONS = {
  lineWidth: 0,
  flowCollectionPadding: false,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
} as const;

const BLOCKS: readonly unknown[] = [Scalar.BLOCK_LITERAL, Scalar.BLOCK_FOLDED];

const indented = (text: string, column: number): string =>
  text.replace(/^(?=.)/gm, " ".repeat(column));

/** A map's fields at a column, in whole lines. */
export const writtenMap = (tree: TextTree, column: number): string =>
  indented(stringify(yamlValues(tree), YAML_OPTIONS), column);

/** A list or map in brackets, such as `{en: Tools}`. It is one line unless it has comments. */
export const writtenFlow = (node: Node, column: number): string => {
  const document = new Document();
  document.contents = node;
  // The comment before it stands in the text.
  node.commentBefore = null;
  return indented(document.toString(YAML_OPTIONS).trimEnd(), column).trimStart();
};

/** Languages, and the sides of a tile. */
const SHORT_KEY = /^[a-z]{1,2}$/;

const isOneLine = (node: unknown): boolean => isScalar(node) && !String(node.value).includes("\n");

/** A value as an author writes it, in whole lines: titles and lists of keys in one line each. */
export const writtenValue = (value: unknown, column: number): string => {
  const document = new Document();
  document.contents = document.createNode(value, { aliasDuplicateObjects: false });
  visit(document, {
    Collection: (_, node, path) => {
      const isShort = node.items.every((item) =>
        isPair(item) ? isOneLine(item.value) && SHORT_KEY.test(String(item.key)) : isOneLine(item),
      );
      if (isShort && path.length > 2) node.flow = true;
      if (node.items.length === 0) node.flow = true;
    },
  });
  return indented(document.toString(YAML_OPTIONS), column);
};

interface ReplacedScalar {
  readonly name: string;
  readonly type: Scalar["type"];
  /** As it is in the file. */
  readonly source: string;
  /** The column of its map. */
  readonly column: number;
  /** Whether a comment follows in its last line. */
  readonly hasComment: boolean;
}

/** A text in place of another one: written in the same way if that is possible, with the comment of its first line. */
export const writtenScalar = (
  text: string,
  { name, type, source, column, hasComment }: ReplacedScalar,
): string => {
  const scalar = new Scalar<unknown>(yamlValue(name, text));
  const wasBlock = BLOCKS.includes(type);
  if (hasComment && !wasBlock && text.includes("\n")) {
    scalar.type = Scalar.QUOTE_DOUBLE;
    scalar.value = text;
  } else if (!text.includes("\n") && type) {
    scalar.type = type;
    if (wasBlock && !/^[|>]\d?-/.test(source)) scalar.value = `${text}\n`;
  }
  const written = stringify({ k: scalar }, YAML_OPTIONS).slice("k:".length).trimStart();
  const [first = "", ...lines] = indented(withoutLineEnds(written), column).trimStart().split("\n");
  if (!wasBlock) return [first, ...lines].join("\n");
  const comment = /^[|>]\S*([ \t]+#[^\n]*)/.exec(source)?.[1] ?? "";
  // The empty lines after a block belong to it.
  const end = source.slice(withoutLineEnds(source).length);
  return [first + comment, ...lines].join("\n") + end;
};

/** The library searches the whole file for what one alias stands for. */
const MAX_ALIASES = 100;

const aliasesIn = (document: Document.Parsed): number => {
  let count = 0;
  visit(document, (_, node) => {
    if (isAlias(node)) count += 1;
  });
  return count;
};

/** Parses a file that is to be edited; null for one with mistakes, such as a second document in it. */
export const parseEdited = (text: string): Document.Parsed | null => {
  try {
    const document = parseYamlDocument(text, { keepSourceTokens: true });
    return document.errors.length > 0 || aliasesIn(document) > MAX_ALIASES ? null : document;
  } catch {
    // It is nested too deeply.
    return null;
  }
};

export const nodeAt = (document: Document.Parsed, path: YamlPath): unknown =>
  path.length === 0 ? document.contents : document.getIn(path, true);

/** Whether there is no value, or `null`. */
export const isNothing = (node: unknown): boolean =>
  node === undefined || node === null || (isScalar(node) && node.value === null);

/** A field of a map; undefined also where there is no map. */
export const pairOf = (map: unknown, name: unknown): Pair<Node, Node | null> | undefined =>
  isMap<Node, Node | null>(map)
    ? map.items.find(({ key }) => isScalar(key) && key.value === name)
    : undefined;

/** A part of a text and what takes its place. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What is put at a place comes before what takes the text after it. */
const byPlace = (one: Splice, other: Splice): number =>
  one.start - other.start || one.end - other.end;

/**
 * Changes parts of a text, and leaves all others as they are. What is put at one place stays in order.
 * @throws RangeError for parts that overlap
 */
export const applySplices = (text: string, splices: readonly Splice[]): string => {
  let result = "";
  let at = 0;
  for (const splice of splices.toSorted(byPlace)) {
    if (splice.start < at) throw new RangeError("Two changes of one place");
    result += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return result + text.slice(at);
};

export const startOfLine = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;

/** Where the next line begins; `at` itself if a line begins there. */
export const endOfLine = (text: string, at: number): number => {
  if (text[at - 1] === "\n") return at;
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
};

/** The column of a position, from 0. */
export const columnOf = (text: string, at: number): number => at - startOfLine(text, at);

/** Where a node's last value ends. The range of a block also has the comments after it. */
export const endOf = (node: Node): number => {
  const last = isCollection(node) && !node.flow ? node.items.at(-1) : undefined;
  if (last) return endOf((isPair(last) ? (last.value ?? last.key) : last) as Node);
  return node.range?.[1] ?? 0;
};
