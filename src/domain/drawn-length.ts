import type { DrawnPage, Point, Shape } from "../contract/drawing.ts";

/** In what the lengths of a page are told. */
export type LengthUnit = NonNullable<DrawnPage["unit"]>;

export const MM_PER_UNIT = { cm: 10, inch: 25.4 } as const satisfies Record<LengthUnit, number>;

/** The shortest and the longest known length, in millimetres, as the school takes them. */
export const KNOWN_LENGTHS = { least: 1, most: 10_000 } as const;

/** Where lengths are told in inches. */
const WITH_INCHES: ReadonlySet<string | undefined> = new Set(["US", "LR", "MM"]);

const INTL_UNITS = { cm: "centimeter", inch: "inch" } as const satisfies Record<LengthUnit, string>;

/** Writes a length in millimetres for people, such as "12.4 cm". */
export type LengthFormat = (mm: number) => string;

export const lengthFormat = (language: string, unit: LengthUnit = "cm"): LengthFormat => {
  const numbers = new Intl.NumberFormat(language, {
    style: "unit",
    unit: INTL_UNITS[unit],
    // A tenth of a centimetre or a sixteenth of an inch is what a tape measure shows.
    maximumFractionDigits: unit === "cm" ? 1 : 2,
  });
  return (mm) => numbers.format(mm / MM_PER_UNIT[unit]);
};

/** In what people measure, by the language and region of their browser, such as `en-US`. */
export const unitOfPlace = (locale: string): LengthUnit => {
  try {
    return WITH_INCHES.has(new Intl.Locale(locale).region) ? "inch" : "cm";
  } catch {
    return "cm";
  }
};

/**
 * A length as a person types it, with a comma or a point, in millimetres.
 * @returns null if it is no length, or too short or too long
 */
export const parseLength = (typed: string, unit: LengthUnit): number | null => {
  const text = typed.trim().replace(",", ".");
  if (!/^\d+(\.\d*)?$|^\.\d+$/.test(text)) return null;
  const mm = Number(text) * MM_PER_UNIT[unit];
  return mm >= KNOWN_LENGTHS.least && mm <= KNOWN_LENGTHS.most ? mm : null;
};

export const distance = (from: Point, to: Point): number =>
  Math.hypot(to.x - from.x, to.y - from.y);

/** How many millimetres a unit of the drawing is on this page; null without a line of known length. */
export const scaleOf = (shapes: readonly Shape[]): number | null => {
  for (const shape of shapes.toReversed()) {
    if (shape.kind !== "measure" || shape.mm === null) continue;
    const units = distance(shape.from, shape.to);
    if (units > 0) return shape.mm / units;
  }
  return null;
};
