import { FIELDS, isField } from "../domain/measurements/fields.ts";

/** What a number of a lesson is. */
export type NumberKind = "length" | "degrees" | "count";

/** Numbers that are not measured with a tape. */
const COUNTS: ReadonlySet<string> = new Set(["backDarts", "frontDarts", "darts", "dartShare"]);

/** @param name of the number within its block */
export const numberKind = (name: string): NumberKind => {
  if (isField(name)) return FIELDS[name].unit === "deg" ? "degrees" : "length";
  return COUNTS.has(name) ? "count" : "length";
};
