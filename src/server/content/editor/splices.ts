import { isMap, isSeq, type Node } from "yaml";

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
  if (isMap<Node, Node | null>(node) && !node.flow) {
    const last = node.items.at(-1);
    if (last) return endOf(last.value ?? last.key);
  }
  if (isSeq<Node>(node) && !node.flow) {
    const last = node.items.at(-1);
    if (last) return endOf(last);
  }
  return node.range?.[1] ?? 0;
};
