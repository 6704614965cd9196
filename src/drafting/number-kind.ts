import { FIELDS, isField } from "../domain/measurements/fields.ts";

/** What a number of a lesson is. A ratio is a part of one: a half is 0.5, and 50 % in words. */
export type NumberKind = "length" | "degrees" | "count" | "ratio";

/** Numbers that are not measured with a tape. */
const OTHERS: Readonly<Record<string, NumberKind>> = {
  backDarts: "count",
  frontDarts: "count",
  darts: "count",
  backParts: "count",
  frontParts: "count",
  reductionParts: "count",
  dartAngle: "degrees",
  halfDartAngle: "degrees",
  circlePart: "ratio",
  dartShare: "ratio",
};

/** @param name of the number within its block */
export const numberKind = (name: string): NumberKind => {
  if (isField(name)) return FIELDS[name].unit === "deg" ? "degrees" : "length";
  return Object.hasOwn(OTHERS, name) ? (OTHERS[name] ?? "length") : "length";
};

/** The name of a length in a lesson that is the same for each body: the 1 cm of "half hip + 1 cm". */
export const SAME_LENGTH = "length";
