import { useEffect, useLayoutEffect } from "react";
import * as v from "valibot";
import { STAFF_TEXT } from "../../../app-context/staff-links.ts";
import { createStored } from "../../../core/stored.ts";
import type { KeyValue } from "../../../platform/ports.ts";

/** More rows than anybody opens by hand. Those that were opened last are kept. */
const MAX_KEPT = 500;

const memory = v.object({
  /** Whether rows are open, by id. */
  open: v.record(v.string(), v.boolean()),
  chosen: v.string(),
  /** How far the page is scrolled, in CSS pixels. */
  top: v.number(),
});

type Memory = v.InferOutput<typeof memory>;

/** What is open and chosen in the tree and how far it is scrolled, on this machine. */
export const createTreeMemory = (storage: KeyValue, personId: string | number) => {
  const stored = createStored(storage, `course-tree.v1/${personId}`, memory);
  const begun: Memory = stored.read() ?? { open: {}, chosen: "", top: 0 };
  return {
    begun,
    top: begun.top,
    /** Whether the chosen row gets the focus once the tree is shown: people come back from a text, or have begun. */
    wantsFocus: false,
    keep({ open, chosen, top }: Memory): void {
      const entries = Object.entries(open).slice(-MAX_KEPT);
      stored.write({ open: Object.fromEntries(entries), chosen, top });
    },
  };
};

/** What else the page has below the tree comes within this time. */
const GROWS_MS = 3000;
const MOVES = ["wheel", "pointerdown", "keydown"] as const;

/** Scrolls to a place once the page is long enough, unless the person goes elsewhere. @returns what ends it */
const scrollBack = (top: number): (() => void) => {
  const go = () => {
    scrollTo({ top });
    if (scrollY >= top - 1) end();
  };
  const observer = new ResizeObserver(go);
  const timer = setTimeout(() => end(), GROWS_MS);
  const end = () => {
    clearTimeout(timer);
    observer.disconnect();
    for (const move of MOVES) removeEventListener(move, end);
  };
  for (const move of MOVES) addEventListener(move, end);
  observer.observe(document.body);
  go();
  return end;
};

type TreeMemory = ReturnType<typeof createTreeMemory>;

interface Remembered {
  readonly memory: TreeMemory;
  readonly state: { readonly open: Readonly<Record<string, boolean>>; readonly chosen: string };
}

/**
 * Leads back to where somebody was in the tree, and remembers where they are.
 * @param isElsewhere whether the address names something else in it
 * @param focus gives the focus to the row that is chosen
 */
export const useTreeMemory = (
  { memory: own, state }: Remembered,
  isElsewhere: boolean,
  focus: () => void,
): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that the tree is shown
  useLayoutEffect(() => {
    if (isElsewhere) return;
    if (own.wantsFocus) focus();
    return own.top > 0 ? scrollBack(own.top) : undefined;
  }, []);
  useEffect(() => {
    const keep = () => own.keep({ open: { ...state.open }, chosen: state.chosen, top: own.top });
    const onScroll = () => {
      own.top = scrollY;
    };
    addEventListener("scroll", onScroll, { passive: true });
    addEventListener("pagehide", keep);
    return () => {
      removeEventListener("scroll", onScroll);
      removeEventListener("pagehide", keep);
      own.wantsFocus = location.pathname.endsWith(STAFF_TEXT);
      keep();
    };
  }, [own, state]);
};
