import { Document, type Node, Scalar, stringify } from "yaml";
import { type TextTree, withoutLineEnds, yamlValue, yamlValues } from "./entry-texts.ts";

/** Nothing is folded: an author's lines are as long as they are written. */
const OPTIONS = {
  lineWidth: 0,
  flowCollectionPadding: false,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
} as const;

const BLOCKS: readonly unknown[] = [Scalar.BLOCK_LITERAL, Scalar.BLOCK_FOLDED];

const indented = (text: string, column: number): string =>
  text.replace(/^(?=.)/gm, " ".repeat(column));

/** A map's fields at a column, in whole lines. */
export const writtenMap = (tree: TextTree, column: number): string =>
  indented(stringify(yamlValues(tree), OPTIONS), column);

/** An item of a list at a column, in whole lines. */
export const writtenItem = (tree: TextTree, column: number): string =>
  indented(stringify([yamlValues(tree)], OPTIONS), column);

/** A list or map in brackets, such as `{en: Tools}`. It is one line unless it has comments. */
export const writtenFlow = (node: Node, column: number): string => {
  const document = new Document();
  document.contents = node;
  return indented(document.toString(OPTIONS).trimEnd(), column).trimStart();
};

export interface ReplacedScalar {
  /** The name of its field. */
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
  const scalar = yamlValue(name, text);
  const wasBlock = BLOCKS.includes(type);
  if (hasComment && !wasBlock && text.includes("\n")) {
    scalar.type = Scalar.QUOTE_DOUBLE;
    scalar.value = text;
  } else if (!text.includes("\n") && type) {
    scalar.type = type;
    if (wasBlock && !/^[|>]\d?-/.test(source)) scalar.value = `${text}\n`;
  }
  const written = stringify({ k: scalar }, OPTIONS).slice("k:".length).trimStart();
  const [first = "", ...lines] = indented(withoutLineEnds(written), column).trimStart().split("\n");
  if (!wasBlock) return [first, ...lines].join("\n");
  const comment = /^[|>]\S*([ \t]+#[^\n]*)/.exec(source)?.[1] ?? "";
  // The empty lines after a block belong to it.
  const end = source.slice(withoutLineEnds(source).length);
  return [first + comment, ...lines].join("\n") + end;
};
