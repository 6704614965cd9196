import { type RefObject, useEffect, useRef } from "react";

/** Loaded for lessons with several pages on a touch screen. */
const loadSwipe = () => import(/* webpackChunkName: "swipe" */ "./swipe/page-swipe.ts");

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
    let stop: (() => void) | undefined;
    let gone = false;
    loadSwipe().then(
      ({ startPageSwipe }) => {
        if (gone || !root.current) return;
        stop = startPageSwipe({
          root: root.current,
          turn(step) {
            const { page, pages, onPage } = latest.current;
            const to = page + step;
            if (to < 1 || to > pages) return false;
            onPage(to);
            return true;
          },
        });
      },
      // The buttons turn the pages.
      () => undefined,
    );
    return () => {
      gone = true;
      stop?.();
    };
  }, [root, several]);
};
