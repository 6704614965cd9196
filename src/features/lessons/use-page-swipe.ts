import { type RefObject, useEffect, useRef } from "react";

/** A drag of one finger over the screen, in CSS pixels. Right and down are positive. */
interface Drag {
  /** Where it began, from the left edge. */
  readonly startX: number;
  readonly x: number;
  readonly y: number;
  readonly milliseconds: number;
  readonly width: number;
}

/** Shorter drags are taps that slipped. */
const MIN_DISTANCE = 60;
/** Slower drags follow a line of text with the finger. */
const MAX_MILLISECONDS = 800;
/** Systems use a swipe from the edge of the screen to go back. */
const SYSTEM_EDGE = 24;

/** Whether a drag turns a page: it is quick, and clearly sideways. */
export const isPageSwipe = ({ startX, x, y, milliseconds, width }: Drag): boolean =>
  Math.abs(x) >= MIN_DISTANCE &&
  Math.abs(x) > 2 * Math.abs(y) &&
  milliseconds <= MAX_MILLISECONDS &&
  startX >= SYSTEM_EDGE &&
  startX <= width - SYSTEM_EDGE;

/**
 * By how many pages a swipe turns. The next page comes from the side where a line of text ends.
 * @param x how far it went to the right
 */
const swipeStep = (x: number, rightToLeft: boolean): 1 | -1 => (x < 0 !== rightToLeft ? 1 : -1);

/** Elements that use a sideways drag themselves. */
const DRAGGABLE = "input, textarea, select, video, audio, [contenteditable], [role=slider], dialog";

/** How long a page takes to move in, in milliseconds. */
const TURN_MS = 180;

/** Whether an element or one around it scrolls sideways, such as a wide table or an enlarged picture. */
const scrollsSideways = (element: Element | null, root: Element): boolean => {
  for (let each = element; each && each !== root; each = each.parentElement) {
    if (each.scrollWidth <= each.clientWidth) continue;
    if (/auto|scroll/.test(getComputedStyle(each).overflowX)) return true;
  }
  return false;
};

const hasSelection = (): boolean => getSelection()?.isCollapsed === false;

/** Whether the page is zoomed in, so that a drag moves the visible part of it. */
const isZoomed = (): boolean => (visualViewport?.scale ?? 1) > 1.01;

const mayStart = (target: EventTarget | null, root: HTMLElement): boolean =>
  target instanceof Element &&
  !target.closest(DRAGGABLE) &&
  !hasSelection() &&
  !isZoomed() &&
  !scrollsSideways(target, root);

/** Moves the new page in from the side that it comes from, unless the person prefers no motion. */
const moveIn = (element: HTMLElement, from: "left" | "right"): void => {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const transform = `translateX(${from === "right" ? "" : "-"}2rem)`;
  element.animate([{ transform, opacity: 0.3 }, {}], { duration: TURN_MS, easing: "ease-out" });
};

/**
 * Turns the pages of a lesson by a swipe with one finger.
 * @param root where a swipe may start
 * @param turn turns by one page, back or forth. @returns whether there is such a page
 * @returns a function that stops it
 */
const startPageSwipe = (root: HTMLElement, turn: (step: 1 | -1) => boolean): (() => void) => {
  let start: { x: number; y: number; time: number } | null = null;

  const onStart = ({ touches, target, timeStamp }: TouchEvent) => {
    const [touch] = touches;
    start =
      touch && touches.length === 1 && mayStart(target, root)
        ? { x: touch.clientX, y: touch.clientY, time: timeStamp }
        : null;
  };

  const onEnd = ({ changedTouches, timeStamp }: TouchEvent) => {
    const [touch] = changedTouches;
    // A long press may have selected text meanwhile.
    if (!touch || !start || hasSelection()) return;
    const swipe = {
      startX: start.x,
      x: touch.clientX - start.x,
      y: touch.clientY - start.y,
      milliseconds: timeStamp - start.time,
      width: innerWidth,
    };
    start = null;
    if (!isPageSwipe(swipe)) return;
    const step = swipeStep(swipe.x, getComputedStyle(root).direction === "rtl");
    if (turn(step)) moveIn(root, swipe.x < 0 ? "right" : "left");
  };

  const onCancel = () => {
    start = null;
  };

  const stop = new AbortController();
  const options = { passive: true, signal: stop.signal };
  root.addEventListener("touchstart", onStart, options);
  root.addEventListener("touchend", onEnd, options);
  // The browser scrolls or goes back in its history.
  root.addEventListener("touchcancel", onCancel, options);
  return () => stop.abort();
};

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
    return startPageSwipe(root.current, (step) => {
      const { page, pages, onPage } = latest.current;
      const to = page + step;
      if (to < 1 || to > pages) return false;
      onPage(to);
      return true;
    });
  }, [root, several]);
};
