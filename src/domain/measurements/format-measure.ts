import { directionOf } from "../languages.ts";
import { FIELDS, type FieldKey, type Units } from "./fields.ts";

/** Into how many parts an inch is divided: bodies are measured to an eighth, patterns drawn to a sixteenth. */
export type InchParts = 8 | 16;

const CM_IN_AN_INCH = 2.54;

/** Rounds to one decimal, the precision of measurements. */
export const toTenths = (value: number): number => Math.round(value * 10) / 10;

/** Converts centimetres to eighths or sixteenths of an inch, rounded. */
export const toInchParts = (cm: number, parts: InchParts): number =>
  Math.round((cm * parts) / CM_IN_AN_INCH);

/**
 * Converts eighths or sixteenths of an inch to centimetres with one decimal. `toInchParts` returns the same number,
 * because a sixteenth of an inch is more than a tenth of a centimetre.
 */
export const fromInchParts = (count: number, parts: InchParts): number =>
  toTenths((count * CM_IN_AN_INCH) / parts);

/** The units that are shown beside fields. */
export type ShownUnit = "cm" | "in" | "kg" | "deg";

const NAMES = { cm: "centimeter", in: "inch", kg: "kilogram", deg: "degree" } as const;

const words = new Map<string, string>();

const wordOf = (unit: ShownUnit, language: string): string => {
  const format = new Intl.NumberFormat(language, {
    style: "unit",
    unit: NAMES[unit],
    unitDisplay: unit === "deg" ? "narrow" : "short",
  });
  return format.formatToParts(2).find(({ type }) => type === "unit")?.value ?? unit;
};

/** A unit as it is shown beside a field, such as `cm`, `po` or `ס״מ`. */
export const formatUnit = (unit: ShownUnit, language: string): string => {
  const key = `${unit} ${language}`;
  const word = words.get(key) ?? wordOf(unit, language);
  words.set(key, word);
  return word;
};

export const shownUnit = (field: FieldKey, units: Units): ShownUnit => {
  const { unit } = FIELDS[field];
  return unit === "cm" ? units : unit;
};

/** Formats eighths or sixteenths of an inch: `26 3/4`, `3/4`, `26`, `-1/8`. */
export const inchesText = (
  count: number,
  whole: (inches: number) => string,
  parts: InchParts = 8,
): string => {
  const inches = Math.trunc(count / parts);
  let over = Math.abs(count % parts);
  if (over === 0) return whole(inches);
  let under: number = parts;
  while (over % 2 === 0) {
    over /= 2;
    under /= 2;
  }
  const before = inches === 0 ? (count < 0 ? "-" : "") : `${whole(inches)} `;
  return `${before}${over}/${under}`;
};

const decimals = new Map<string, Intl.NumberFormat>();

/** It is kept: a screen of lengths would make a hundred of them at each change, which takes longer than all else. */
const decimal = (language: string): Intl.NumberFormat => {
  const made =
    decimals.get(language) ??
    new Intl.NumberFormat(language, { maximumFractionDigits: 1, useGrouping: false });
  decimals.set(language, made);
  return made;
};

/** Formats a value without its unit, so that `parseMeasure` can read it. */
export const formatMeasure = (
  value: number,
  field: FieldKey,
  units: Units,
  language: string,
  parts: InchParts = 8,
): string => {
  const { format } = decimal(language);
  return shownUnit(field, units) === "in"
    ? inchesText(toInchParts(value, parts), format, parts)
    : format(value);
};

/** Formats a value with its unit, so that `parseMeasure` can read it. */
export const formatWithUnit = (
  value: number,
  field: FieldKey,
  units: Units,
  language: string,
  parts: InchParts = 8,
): string => {
  // The fraction stays with its inches where a line ends.
  const number = formatMeasure(value, field, units, language, parts).replace(" ", "\u00a0");
  const unit = formatUnit(shownUnit(field, units), language);
  // The parts of `26 3/4` would change places in right-to-left text.
  const isolated = directionOf(language) === "rtl" ? `\u2066${number}\u2069` : number;
  return isolated + (unit === "°" ? "" : "\u00a0") + unit;
};

/**
 * Formats the difference between two values with its sign, computed from the shown values.
 * @returns an empty text if they are equal
 */
export const formatDifference = (
  before: number,
  after: number,
  field: FieldKey,
  units: Units,
  language: string,
  parts: InchParts = 8,
): string => {
  const { format } = decimal(language);
  const inInches = shownUnit(field, units) === "in";
  const change = inInches
    ? toInchParts(after, parts) - toInchParts(before, parts)
    : toTenths(after - before);
  if (change === 0) return "";
  const size = Math.abs(change);
  // The minus sign U+2212 is as wide as the plus sign.
  return `${change > 0 ? "+" : "−"}${inInches ? inchesText(size, format, parts) : format(size)}`;
};
