import type { DrawnPage, Point, Shape } from "../contract/drawing.ts";

/** In what the lengths of a page are told. */
export type LengthUnit = NonNullable<DrawnPage["unit"]>;

export const MM_PER_UNIT = { cm: 10, inch: 25.4 } as const satisfies Record<LengthUnit, number>;

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
