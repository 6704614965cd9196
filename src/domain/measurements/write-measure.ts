import { FIELDS, type FieldKey, type Units } from "./fields.ts";
import { toEighths, toTenths } from "./length.ts";

/** The unit in which a field is shown. */
export const shownUnit = (field: FieldKey, units: Units): "cm" | "in" | "kg" | "deg" => {
  const { unit } = FIELDS[field];
  return unit === "cm" ? units : unit;
};

/** `26 3/4`, `3/4`, `26` */
const inchesText = (eighths: number, whole: (inches: number) => string): string => {
  const inches = Math.trunc(eighths / 8);
  let over = Math.abs(eighths % 8);
  if (over === 0) return whole(inches);
  let under = 8;
  while (over % 2 === 0) {
    over /= 2;
    under /= 2;
  }
  return `${inches === 0 ? "" : `${whole(inches)} `}${over}/${under}`;
};

const decimal = (language: string) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 1, useGrouping: false });

/** A value as it is shown and can be typed again, without its unit. */
export const writeMeasure = (
  value: number,
  field: FieldKey,
  units: Units,
  language: string,
): string => {
  const { format } = decimal(language);
  return shownUnit(field, units) === "in" ? inchesText(toEighths(value), format) : format(value);
};

/**
 * What has changed from one value to another, with its sign: the difference of what is shown.
 * Empty where nothing has.
 */
export const writeDifference = (
  before: number,
  after: number,
  field: FieldKey,
  units: Units,
  language: string,
): string => {
  const { format } = decimal(language);
  const inInches = shownUnit(field, units) === "in";
  const change = inInches ? toEighths(after) - toEighths(before) : toTenths(after - before);
  if (change === 0) return "";
  const size = Math.abs(change);
  // The true minus sign is as wide as the plus.
  return `${change > 0 ? "+" : "−"}${inInches ? inchesText(size, format) : format(size)}`;
};
