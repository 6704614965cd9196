import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { phraseRanges } from "../../domain/matched-text.ts";
import { useText } from "../../i18n/use-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { CROSS } from "../../ui/icon-paths.ts";
import styles from "./window.module.css";

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
    const cachedBlock = blockOf.get(element);
    if (cachedBlock) return cachedBlock;
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
const placeInBlock = ({ parts }: Block, at: number, isEnd: boolean): [Text, number] | null => {
  const part = parts.findLast(({ from }) => (isEnd ? from < at : from <= at));
  return part ? [part.node, at - part.from] : null;
};

/** All matches of a text in a part of the page, in document order. */
const findInPage = (root: Element, query: string): Range[] =>
  blocksOf(root)
    .flatMap((block) =>
      phraseRanges(block.text, query).flatMap(([from, to]) => {
        const start = placeInBlock(block, from, false);
        const end = placeInBlock(block, to, true);
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
const highlightMatches = (ranges: readonly Range[], here: Range | undefined): void => {
  if (!("highlights" in CSS)) return;
  CSS.highlights.set(ALL, new Highlight(...ranges));
  const marked = new Highlight(...(here ? [here] : []));
  marked.priority = 1;
  CSS.highlights.set(HERE, marked);
};

const clearHighlights = (): void => {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(HERE);
};

/** Scrolls to a match, and opens the elements that hide it. */
const showRange = (range: Range): void => {
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
const selectRange = (range: Range): void => {
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
};

const searched = (): Element => document.getElementById("content") ?? document.body;

/** A page that changes is searched again this long after its last change. */
const SETTLE_MS = 200;

const PREVIOUS = "M6 15l6-6 6 6";
const NEXT = "M6 9l6 6 6-6";

export interface FindBarProps {
  /** The command given by a key. Its number makes a repeated command a new one. */
  wanted: { what: "find" | "next" | "previous"; time: number };
  onClose: () => void;
}

interface Found {
  ranges: readonly Range[];
  /** The index of the current match; -1 for none. */
  at: number;
}

const NONE: Found = { ranges: [], at: -1 };

/** The match nearest to the reading position: the first that is visible or below. */
const firstVisible = (ranges: readonly Range[]): number => {
  const at = ranges.findIndex((range) => range.getBoundingClientRect().bottom > 0);
  return at < 0 && ranges.length > 0 ? 0 : at;
};

/**
 * Finds a text in the page: a search field, the number of matches, and buttons for the next and
 * previous one.
 */
export const FindBar = ({ wanted, onClose }: FindBarProps) => {
  const text = useText();
  const intl = useIntl();
  const field = useRef<HTMLInputElement>(null);
  /** The element that gets the focus back. */
  const [from] = useState(() => document.activeElement);
  const [query, setQuery] = useState(() => {
    const selected = getSelection()?.toString().trim() ?? "";
    return selected.length > 60 || selected.includes("\n") ? "" : selected;
  });
  const [{ ranges, at }, setFound] = useState(NONE);

  const go = (by: 1 | -1): void =>
    setFound((found) => {
      const count = found.ranges.length;
      return { ...found, at: count === 0 ? -1 : (found.at + by + count) % count };
    });

  useEffect(() => {
    const search = () => {
      const matches = findInPage(searched(), query);
      setFound((before) => {
        // If the number of matches is unchanged, the current match stays.
        const same = before.at >= 0 && matches.length === before.ranges.length;
        return { ranges: matches, at: same ? before.at : firstVisible(matches) };
      });
    };
    setFound(NONE);
    search();
    let timer: ReturnType<typeof setTimeout>;
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(search, SETTLE_MS);
    });
    const root = document.getElementById("root");
    if (root) observer.observe(root, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [query]);

  useEffect(() => {
    const here = ranges[at];
    highlightMatches(ranges, here);
    if (here) showRange(here);
  }, [ranges, at]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each command
  useEffect(() => {
    if (wanted.what === "find") {
      field.current?.focus();
      field.current?.select();
    } else go(wanted.what === "next" ? 1 : -1);
  }, [wanted.time]);

  useEffect(() => clearHighlights, []);

  const close = (): void => {
    onClose();
    const here = ranges[at];
    if (from instanceof HTMLElement && from.isConnected && from !== document.body) {
      from.focus({ preventScroll: true });
    } else field.current?.blur();
    // A field keeps its selection.
    if (here && !(from instanceof HTMLInputElement)) selectRange(here);
  };

  const count = (): string => {
    if (query.trim() === "") return "";
    if (ranges.length === 0) return text("desktop.find-none");
    const place = intl.formatNumber(at + 1);
    return text("desktop.find-count", { place, count: ranges.length });
  };

  return (
    <search className={styles.find}>
      <input
        ref={field}
        type="text"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        aria-label={text("desktop.find")}
        placeholder={text("desktop.find")}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            go(event.shiftKey ? -1 : 1);
          }
          if (event.key === "Escape") {
            event.preventDefault();
            close();
          }
        }}
      />
      <span role="status" className={styles.count}>
        {count()}
      </span>
      <IconButton label={text("desktop.find-previous")} onClick={() => go(-1)} path={PREVIOUS} />
      <IconButton label={text("desktop.find-next")} onClick={() => go(1)} path={NEXT} />
      <IconButton label={text("dialog.close")} onClick={close} path={CROSS} />
    </search>
  );
};
