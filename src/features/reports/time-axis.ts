/** Where something stands along the axis of a chart, in percent of its width. */
interface Span {
  readonly start: number;
  readonly width: number;
}

export type Direction = "ltr" | "rtl";

/** A part of each week's width that stays free between two bars. */
const GAP = 0.2;

/**
 * The place of a week's bar. Time flows in the direction of the script: in Hebrew the first week is at the
 * right, as in a Hebrew calendar.
 */
export const barOf = (at: number, count: number, direction: Direction): Span => {
  const step = 100 / count;
  const gap = count > 120 ? 0 : step * GAP;
  const start = at * step + gap / 2;
  const width = step - gap;
  return { start: direction === "rtl" ? 100 - start - width : start, width };
};

/** The middle of a week's bar. */
export const middleOf = (at: number, count: number, direction: Direction): number => {
  const { start, width } = barOf(at, count, direction);
  return start + width / 2;
};

/** The numbers of the weeks that have room for their dates, among them the first one. */
export const labelledWeeks = (count: number, room: number): number[] => {
  const step = Math.max(1, Math.ceil(count / room));
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step);
};
