import type { Units } from "../../domain/measurements/fields.ts";
import { inchesText } from "../../domain/measurements/format-measure.ts";
import { toEighths } from "../../domain/measurements/length.ts";
import { formatUnit } from "../../domain/measurements/unit-words.ts";
import { centimetres, type FigureFormat } from "./figure.ts";

/** Writes a length in eighths of an inch, without its unit. @param whole writes whole inches */
export const inEighths = (cm: number, whole: (inches: number) => string): string =>
  `${cm < 0 && toEighths(cm) !== 0 ? "−" : ""}${inchesText(toEighths(Math.abs(cm)), whole)}`;

/** The numbers of a student's figures: in the unit of their table, with the decimal sign of their language. */
export const ownFormat = (units: Units, language: string): FigureFormat => {
  if (units === "cm") {
    const parts = new Intl.NumberFormat(language).formatToParts(1.5);
    return centimetres(parts.find(({ type }) => type === "decimal")?.value ?? ".");
  }
  const number = (value: number): string => inEighths(value, String);
  return { number, length: (value) => `${number(value)} ${formatUnit("in", language)}` };
};
