import type { LayerName } from "./drawing.ts";

/** How the lines of a layer look. */
export interface LineStyle {
  /** In centimetres. */
  readonly width: number;
  /** Red, green, blue: 0 to 255. */
  readonly colour: readonly [number, number, number];
  /** Lengths of dash and gap, in centimetres. */
  readonly dash?: readonly number[];
}

export type Styles = Readonly<Record<LayerName, LineStyle>>;

const BLACK = [0, 0, 0] as const;
const GREY = [115, 115, 115] as const;

/** For paper: kinds of lines are told apart in black and white, too. */
export const PRINT_STYLES: Styles = {
  cut: { width: 0.036, colour: BLACK },
  seam: { width: 0.022, colour: BLACK, dash: [0.35, 0.2] },
  dart: { width: 0.025, colour: BLACK },
  notch: { width: 0.05, colour: BLACK },
  grain: { width: 0.025, colour: BLACK },
  fold: { width: 0.025, colour: BLACK },
  guide: { width: 0.014, colour: [102, 102, 102], dash: [0.2, 0.15] },
  label: { width: 0.014, colour: BLACK },
  page: { width: 0.014, colour: GREY },
  grid: { width: 0.014, colour: [190, 190, 190] },
  calibration: { width: 0.028, colour: BLACK },
};
