import { type RefObject, useEffect } from "react";

/**
 * Marks on a row's parent whether the row overflows its edges: `data-more-before` at the start and
 * `data-more-after` at the end, in reading direction.
 * @param content a value that changes when the row's content changes
 */
export const useScrollEdges = (row: RefObject<HTMLElement | null>, content: unknown): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content can have another width
  useEffect(() => {
    const element = row.current;
    const frame = element?.parentElement;
    if (!element || !frame) return;
    const mark = () => {
      // In right-to-left text `scrollLeft` is negative.
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
