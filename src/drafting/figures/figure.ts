import type { Units } from "../../domain/measurements/fields.ts";
import { formatUnit, inchesText, toInchParts } from "../../domain/measurements/format-measure.ts";
import type { Point } from "../geometry.ts";
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

/** A draft with its lettered points. */
interface Lettered {
  readonly points: Readonly<Record<string, Point>>;
}

export const pointOf = ({ points }: Lettered, letter: string): Point => {
  const point = points[letter];
  if (!point) throw new RangeError(`the draft has no point ${letter}`);
  return point;
};

/** Those of the letters that this draft has: a body may need one dart more or less. */
export const lettersOf = ({ points }: Lettered, letters: Iterable<string>): string[] =>
  [...letters].filter((letter) => letter in points);

/** The numbers of the lessons' figures: centimetres with the decimal sign of a language. */
export const centimetres = (decimalSign: string): FigureFormat => {
  const number = (value: number, decimals: 1 | 2 = 1): string =>
    String(Math.round(value * 10 ** decimals) / 10 ** decimals).replace(".", decimalSign);
  return { number, length: (value, decimals) => `${number(value, decimals)} cm` };
};

/** Writes a length in sixteenths of an inch, without its unit. @param whole writes whole inches */
export const inInches = (cm: number, whole: (inches: number) => string): string => {
  const count = toInchParts(Math.abs(cm), 16);
  return `${cm < 0 && count !== 0 ? "−" : ""}${inchesText(count, whole, 16)}`;
};

/** The numbers of a student's figures: in the unit of their table, with the decimal sign of their language. */
export const ownFormat = (units: Units, language: string): FigureFormat => {
  if (units === "cm") {
    const parts = new Intl.NumberFormat(language).formatToParts(1.5);
    return centimetres(parts.find(({ type }) => type === "decimal")?.value ?? ".");
  }
  const number = (value: number): string => inInches(value, String);
  return { number, length: (value) => `${number(value)} ${formatUnit("in", language)}` };
};
