import { type RefObject, useEffect } from "react";

/**
 * Says on a row's parent whether the row goes on beyond its edges: `data-more-before` and
 * `data-more-after`, in the direction of reading, are there while it does.
 * @param content changes when what the row shows changes
 */
export const useScrollEdges = (row: RefObject<HTMLElement | null>, content: unknown): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content has another width
  useEffect(() => {
    const element = row.current;
    const frame = element?.parentElement;
    if (!element || !frame) return;
    const mark = () => {
      // From right to left the position counts below zero.
      const before = Math.abs(element.scrollLeft);
      const after = element.scrollWidth - element.clientWidth - before;
      frame.toggleAttribute("data-more-before", before > 1);
      frame.toggleAttribute("data-more-after", after > 1);
    };
    mark();
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    element.addEventListener("scroll", mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", mark);
    };
  }, [row, content]);
};
