import { directionOf } from "../../../domain/languages.ts";
import type { Units } from "../../../domain/measurements/fields.ts";
import { inchesText } from "../../../domain/measurements/format-measure.ts";
import { toEighths } from "../../../domain/measurements/length.ts";
import { formatUnit } from "../../../domain/measurements/unit-words.ts";
import { numberKind } from "../../../drafting/number-kind.ts";

export interface OwnNumber {
  /** Such as `skirt-block.halfHip`. */
  readonly name: string;
  /** What the lesson states for the example, such as `50 cm`. */
  readonly stated: string;
  /** Centimetres, degrees or a count. */
  readonly value: number;
  readonly units: Units;
  /** The language of the text. */
  readonly language: string;
}

const STATED = /^\s*[-−]?\d+(?:[.,](\d+))?(\D*)$/;

/** Whether the lesson states a number with its unit, and not a bare one within a sum. */
export const hasUnit = (stated: string): boolean => /\S/.test(STATED.exec(stated)?.[2] ?? "");

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
  const isInInches = kind === "length" && units === "in";
  const digits = kind === "count" ? 0 : Math.max(1, decimals.length);
  const { format } = new Intl.NumberFormat(language, {
    maximumFractionDigits: digits,
    useGrouping: false,
  });
  if (!isInInches) return format(value) + unit;
  const inches = inchesText(toEighths(value), format);
  const shown = unit.trim() === "" ? inches : `${inches}\u00a0${formatUnit("in", language)}`;
  // The parts of `26 3/4` would change places in right-to-left text.
  return directionOf(language) === "rtl" ? shown.replace(inches, `\u2066${inches}\u2069`) : shown;
};
