import { isPageSwipe, swipeStep } from "./swipe-rule.ts";

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

export interface PageSwipeOptions {
  /** Where a swipe may start. */
  root: HTMLElement;
  /** Turns by one page, back or forth. @returns whether there is such a page */
  turn: (step: 1 | -1) => boolean;
}

/**
 * Turns the pages of a lesson by a swipe with one finger.
 * @returns a function that stops it
 */
export const startPageSwipe = ({ root, turn }: PageSwipeOptions): (() => void) => {
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
