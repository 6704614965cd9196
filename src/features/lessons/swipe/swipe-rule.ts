/** A drag of one finger over the screen, in CSS pixels. */
export interface Drag {
  /** Where it began, from the left edge. */
  readonly startX: number;
  /** How far it went to the right; negative: to the left. */
  readonly x: number;
  /** How far it went down; negative: up. */
  readonly y: number;
  readonly milliseconds: number;
  /** The width of the screen. */
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
export const swipeStep = (x: number, rightToLeft: boolean): 1 | -1 =>
  x < 0 !== rightToLeft ? 1 : -1;
