import type { Units } from "../domain/measurements/fields.ts";
import { toInchParts, toTenths } from "../domain/measurements/format-measure.ts";
import { numberKind } from "./number-kind.ts";
import { type EdgeOf, type Pattern, sewnLength } from "./pattern.ts";

/** A length on paper may differ from the draft by this much, in centimetres: 3 mm, or an eighth of an inch. */
export const CHECK_TOLERANCE_CM: Readonly<Record<Units, number>> = { cm: 0.3, in: 2.54 / 8 };

const SEAM = "seam.";

/** Darts are sewn shut before an edge is sewn to another one. */
const edgesLength = ({ pieces }: Pattern, edges: readonly EdgeOf[]): number =>
  edges
    .map(({ piece, edge }) => {
      const owner = pieces.find(({ name }) => name === piece);
      const line = owner?.edges.find(({ name }) => name === edge);
      return owner && line ? sewnLength(owner, line) : 0;
    })
    .reduce((sum, length) => sum + length, 0);

/**
 * A length of a draft, in centimetres.
 * @param name of a number, or `seam.` and the name of a seam
 * @returns null if the draft has none
 */
export const draftLength = (pattern: Pattern, name: string): number | null => {
  if (!name.startsWith(SEAM)) {
    return Object.hasOwn(pattern.numbers, name) ? (pattern.numbers[name] ?? null) : null;
  }
  const seam = pattern.seams.find((each) => SEAM + each.name === name);
  return seam ? edgesLength(pattern, seam.one) : null;
};

/** The name of the seam that a length is, without its prefix; null for a number. */
export const seamOfLength = (name: string): string | null =>
  name.startsWith(SEAM) ? name.slice(SEAM.length) : null;

/** The names of all lengths of a draft that one can measure on paper. */
export const draftLengthNames = ({ numbers, seams }: Pattern): string[] => [
  ...Object.keys(numbers).filter((name) => numberKind(name) === "length"),
  ...seams.map(({ name }) => SEAM + name),
];

export interface LengthCheck {
  readonly name: string;
  /** As measured on paper. */
  readonly measured: number;
  readonly drafted: number;
  /** By how much they differ as they are shown, in millimetres or sixteenths of an inch. In centimetres. */
  readonly apart: number;
  /** Whether that is within the tolerance. */
  readonly fits: boolean;
}

const apartIn = (units: Units, one: number, other: number): number =>
  units === "in"
    ? (Math.abs(toInchParts(one, 16) - toInchParts(other, 16)) * 2.54) / 16
    : toTenths(Math.abs(toTenths(one) - toTenths(other)));

/** Compares lengths that were measured on paper, in centimetres, with a draft. Others are left out. */
export const checkLengths = (
  pattern: Pattern,
  measured: Readonly<Record<string, number | null>>,
  units: Units,
): LengthCheck[] =>
  Object.entries(measured).flatMap(([name, value]) => {
    const drafted = draftLength(pattern, name);
    if (value === null || drafted === null) return [];
    const apart = apartIn(units, value, drafted);
    return [
      { name, measured: value, drafted, apart, fits: apart <= CHECK_TOLERANCE_CM[units] + 1e-9 },
    ];
  });
