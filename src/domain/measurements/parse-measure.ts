import { FIELDS, type FieldKey, isUnusual, type Units } from "./fields.ts";
import {
  fromInchParts,
  type InchParts,
  type ShownUnit,
  toInchParts,
  toTenths,
} from "./format-measure.ts";
import { MAX_VALUE } from "./table-problems.ts";

/**
 * A typed measure in the few signs that `parseMeasure` knows: western digits, `.`, `/`, `-`, `'`, `"`, `°`, single
 * blanks, and small letters without accents. Phones, other scripts and texts that were copied have many more.
 */
const plainMeasure = (text: string): string =>
  text
    // Direction marks, joiners and such, which are copied along with a text.
    .replace(/\p{Cf}/gu, "")
    // Before the compatibility forms, which take accents and ordinals for letters.
    .replace(/[º˚∘]/g, "°")
    .replace(/[′’‘‛ʹʼ´`׳]/g, "'")
    .replace(/[″”“„‟˝ʺ״]|''/g, '"')
    // `26¾` is 26 and 3/4. `68²` becomes two numbers, which is no measure.
    .replace(/\p{No}/gu, " $&")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[⁄∕]/g, "/")
    .replace(/[,٫،]/g, ".")
    .replace(/[\p{Pd}−]/gu, "-")
    // The last four bits of an Arabic or Persian digit are its value.
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\s+/g, " ")
    .trim();

/** A parsed value in the field's unit. */
export type ParsedMeasure =
  | { readonly kind: "nothing" }
  | { readonly kind: "value"; readonly value: number }
  | { readonly kind: "unreadable" };

/**
 * The units that can be typed: how their words begin in the languages of the app, short and long, in the form of
 * `plainMeasure`; and what they are of a unit that is shown.
 */
const UNITS: readonly (readonly [words: RegExp, of: ShownUnit, size: number])[] = [
  [/^(mm|mil+i|χλ|χιλιοσ|ממ|מיל)/, "cm", 0.1],
  [/^(cm|[cz]ent|sant|εκ|סמ|סנט)/, "cm", 1],
  [/^[mμמ]($|et|ετ|טר)/, "cm", 100],
  [/^("|in|pul|zoll|po($|uc)|ιν|אינ)/, "in", 1],
  [/^('|f[teoiu]|pi|πο?δ|רג)/, "in", 12],
  [/^(kg|kilo|κιλ|χιλιογ|קג|קיל)/, "kg", 1],
  [/^(°|deg|grad|dere|μοιρ|מעל)/, "deg", 1],
];

/** The unit of a sign, or of a word with or without the signs of abbreviations in it. */
const unitOf = (word: string) => {
  const letters = word.replace(/(?<=.)["'.]/g, "");
  return UNITS.find(([words]) => words.test(letters));
};

const UNIT = "([\"'°]|\\p{L}[\\p{L}\\p{M}\"'.]*)";
/** `26`, `26.5`, `.5`, `26 3/4`, `26-3/4`, `3/4`, each with a unit or without, also after a number with a unit. */
const MEASURE = new RegExp(
  `^(?:(\\d+) ?${UNIT} ?)?(?=[.\\d])(\\d{1,5}(?:\\.\\d*)?|\\.\\d+)?(?: ?-? ?(?<!\\d)(\\d{1,2}) ?/ ?([1-9]\\d?))? ?${UNIT}?$`,
  "u",
);

/**
 * Parses a typed value: with a point, a comma or a fraction, with a unit or without, in any language of the
 * app. It reads whatever the app shows. What could be read in two ways is decided so:
 *
 * - A typed unit takes precedence over the unit of the table: `27"` is 27 inches in a table in centimetres, and
 *   `0.68 m` is 68 cm. The app asks about a value that nobody has, such as `68 m`.
 * - A number without a unit has the unit of the table; `1.68` is never taken for metres.
 * - The sign `'` stands for feet. Alone it is often half of the sign for inches, so it counts only where feet
 *   give a usual value: `5'` is a height, `27'` is unreadable. With inches, as in `5'6"`, it is clear.
 * - What follows metres is centimetres: `1 m 68`. But `1 m 6` may be 1.06 m or 1.6 m: it is unreadable.
 * - A point and a comma are the decimal sign, never one of thousands: `1,650 mm` is 1.65 mm, and is asked about.
 * - Two numbers that no unit connects, such as `60-70`, are unreadable.
 * @param units the unit of the table
 * @param present the value in the table; it keeps its precision if the same eighths are typed again
 * @param parts of an inch, to which inches are rounded
 */
export const parseMeasure = (
  text: string,
  field: FieldKey,
  units: Units,
  present: number | null = null,
  parts: InchParts = 8,
): ParsedMeasure => {
  const typed = plainMeasure(text);
  if (typed === "") return { kind: "nothing" };
  const own = FIELDS[field].unit;
  const [all, first, firstSign, whole = "", over = 0, under = 1, sign] = MEASURE.exec(typed) ?? [];
  // What follows metres, feet or inches without a unit is centimetres, inches, or a fraction of an inch.
  const [, before, beforeSize = 0] = (firstSign && unitOf(firstSign)) || [];
  const [, unit, size] = sign
    ? (unitOf(sign) ?? [])
    : [null, before ?? (own === "cm" ? units : own), 1];
  const inInches = unit === "in" && own === "cm";
  if (!all || !size || (over && whole.includes(".")) || (unit !== own && !inInches)) {
    return { kind: "unreadable" };
  }
  const fraction = (Number(whole) + Number(over) / Number(under)) * size;
  const isClear = sign || beforeSize < 100 || fraction >= 10;
  if (first && (before !== unit || fraction >= beforeSize || !isClear))
    return { kind: "unreadable" };
  const sum = Number(first ?? 0) * beforeSize + fraction;
  const count = Math.round(sum * parts);
  const same = inInches && present !== null && toInchParts(present, parts) === count;
  const value = same ? present : inInches ? fromInchParts(count, parts) : toTenths(sum);
  const isHalfSign = sign === "'" && !first && isUnusual(field, value);
  return value > MAX_VALUE || isHalfSign ? { kind: "unreadable" } : { kind: "value", value };
};
