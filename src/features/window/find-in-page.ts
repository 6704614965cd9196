import { phraseRanges } from "../../domain/matched-text.ts";

/** The texts of a block, such as a paragraph. A match lies within one block. */
interface Block {
  text: string;
  parts: { node: Text; from: number }[];
}

/** Whether it is visible, or would be after opening the element that contains it. */
const canBeSeen = (element: Element): boolean =>
  element.checkVisibility() || element.closest("details:not([open])") !== null;

const blocksOf = (root: Element): Block[] => {
  const blocks = new Map<Element, Block>();
  const blockOf = new Map<Element, Element>();

  const closestBlock = (element: Element): Element => {
    const known = blockOf.get(element);
    if (known) return known;
    const { display } = getComputedStyle(element);
    const parent = element.parentElement;
    const inline = display === "inline" || display === "contents";
    const block = inline && parent && element !== root ? closestBlock(parent) : element;
    blockOf.set(element, block);
    return block;
  };

  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || !canBeSeen(parent)) continue;
    const element = closestBlock(parent);
    const block = blocks.get(element) ?? { text: "", parts: [] };
    blocks.set(element, block);
    block.parts.push({ node: node as Text, from: block.text.length });
    block.text += (node as Text).data;
  }
  return [...blocks.values()];
};

/** Converts an offset in a block to an offset in one of its text nodes. */
const orderEntry = ({ parts }: Block, at: number, isEnd: boolean): [Text, number] | null => {
  const part = parts.findLast(({ from }) => (isEnd ? from < at : from <= at));
  return part ? [part.node, at - part.from] : null;
};

/** All matches of a text in a part of the page, in document order. */
export const findInPage = (root: Element, query: string): Range[] =>
  blocksOf(root)
    .flatMap((block) =>
      phraseRanges(block.text, query).flatMap(([from, to]) => {
        const start = orderEntry(block, from, false);
        const end = orderEntry(block, to, true);
        if (!start || !end) return [];
        const range = document.createRange();
        range.setStart(...start);
        range.setEnd(...end);
        return [range];
      }),
    )
    .sort((a, b) => a.compareBoundaryPoints(Range.START_TO_START, b));

const ALL = "found";
const HERE = "found-here";

/** Highlights the matches and the current one, if the engine supports it. */
export const highlightMatches = (ranges: readonly Range[], here: Range | undefined): void => {
  if (!("highlights" in CSS)) return;
  CSS.highlights.set(ALL, new Highlight(...ranges));
  const marked = new Highlight(...(here ? [here] : []));
  marked.priority = 1;
  CSS.highlights.set(HERE, marked);
};

/** Removes all highlights. */
export const clearHighlights = (): void => {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(HERE);
};

/** Scrolls to a match, and opens the elements that hide it. */
export const showRange = (range: Range): void => {
  const element = range.startContainer.parentElement;
  for (let hides = element?.closest("details:not([open])"); hides; ) {
    hides.setAttribute("open", "");
    hides = element?.closest("details:not([open])");
  }
  const { top, bottom } = range.getBoundingClientRect();
  // Keeps it clear of the bar and of the edge.
  if (top < 96 || bottom > innerHeight - 32) element?.scrollIntoView({ block: "center" });
};

/** Selects a match, so that the person can go on reading or copying from there. */
export const selectRange = (range: Range): void => {
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
};
