import type { Drawing } from "./drawing.ts";

/** How a figure writes its numbers. */
export interface FigureFormat {
  /** A length with its unit, such as `3.3 cm`; two decimals where the step works with quarters. */
  readonly length: (centimetres: number, decimals?: 1 | 2) => string;
  /** The same without its unit. */
  readonly number: (centimetres: number, decimals?: 1 | 2) => string;
}

/** A figure of a lesson: a pure function of a draft. It contains letters and numbers, but no words. */
export type Figure<Draft> = (draft: Draft, format: FigureFormat) => Drawing;

const rounded = (value: number, decimals: 1 | 2 = 1): string =>
  String(Math.round(value * 10 ** decimals) / 10 ** decimals);

/** The numbers of the lessons' figures: centimetres with a point. */
export const PLAIN_FORMAT: FigureFormat = {
  length: (centimetres, decimals) => `${rounded(centimetres, decimals)} cm`,
  number: rounded,
};
