import { type RefObject, useEffect, useRef } from "react";
import { startPageSwipe } from "./swipe/page-swipe.ts";

/**
 * Turns the pages of a lesson by a swipe. The buttons do the same.
 * @param root where a swipe may start
 * @param page from 1
 */
export const usePageSwipe = (
  root: RefObject<HTMLElement | null>,
  page: number,
  pages: number,
  onPage: (page: number) => void,
): void => {
  const latest = useRef({ page, pages, onPage });
  latest.current = { page, pages, onPage };
  const several = pages > 1;

  useEffect(() => {
    if (!several || !matchMedia("(any-pointer: coarse)").matches) return;
    if (!root.current) return;
    return startPageSwipe({
      root: root.current,
      turn(step) {
        const { page, pages, onPage } = latest.current;
        const to = page + step;
        if (to < 1 || to > pages) return false;
        onPage(to);
        return true;
      },
    });
  }, [root, several]);
};
