import { directionOf } from "../../../domain/languages.ts";
import type { Units } from "../../../domain/measurements/fields.ts";
import { formatUnit } from "../../../domain/measurements/format-measure.ts";
import { inEighths } from "../../../drafting/figures/figure.ts";
import { numberKind } from "../../../drafting/number-kind.ts";

export interface OwnNumber {
  /** Such as `skirt-block.halfHip`. */
  readonly name: string;
  /** What the lesson states for the example, such as `50 cm`. */
  readonly stated: string;
  /** Of the number's kind. */
  readonly value: number;
  readonly units: Units;
  /** The language of the text. */
  readonly language: string;
}

const STATED = /^\s*[-−]?\d+(?:[.,](\d+))?(\D*)$/;

/** Whether the lesson states a number with its unit, and not a bare one within a sum. */
export const hasUnit = (stated: string): boolean => /\S/.test(STATED.exec(stated)?.[2] ?? "");

/** What the lesson states, in centimetres or as it stands; null if it states no number there. */
export const statedValue = (stated: string): number | null => {
  const found = /^\s*([-−]?\d+(?:[.,]\d+)?)/.exec(STATED.test(stated) ? stated : "");
  return found ? Number(found[1]?.replace("−", "-").replace(",", ".")) : null;
};

/**
 * Writes a student's own number in place of the example's. It has the unit of the student's table, and at
 * least one decimal where the example came out even.
 * @returns null if the lesson states no number there
 */
export const ownNumber = (own: OwnNumber): string | null => {
  const { name, stated, value, units, language } = own;
  const found = STATED.exec(stated);
  if (!found) return null;
  const [, decimals = "", unit = ""] = found;
  const kind = numberKind(name.slice(name.indexOf(".") + 1));
  const isPercent = kind === "ratio" && unit.includes("%");
  const least = { length: 1, degrees: 1, count: 0, ratio: isPercent ? 0 : 2 }[kind];
  const { format } = new Intl.NumberFormat(language, {
    style: isPercent ? "percent" : "decimal",
    maximumFractionDigits: Math.max(least, decimals.length),
    useGrouping: false,
  });
  if (isPercent) return format(value);
  if (kind !== "length" || units === "cm") return format(value) + unit;
  const inches = inEighths(value, format);
  const shown = unit.trim() === "" ? inches : `${inches}\u00a0${formatUnit("in", language)}`;
  // The parts of `26 3/4` would change places in right-to-left text.
  return directionOf(language) === "rtl" ? shown.replace(inches, `\u2066${inches}\u2069`) : shown;
};
