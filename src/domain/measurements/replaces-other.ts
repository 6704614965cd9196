import type { Values } from "./fields.ts";
import { roundedValues } from "./table-problems.ts";

interface Change {
  readonly name?: string | undefined;
  readonly units?: string | undefined;
  readonly values?: Values | undefined;
  /** `updated` of the version that is replaced; absent: any. */
  readonly replaces?: string | null | undefined;
}

/**
 * Whether a change of a table would replace another version than its sender has seen. One that changes
 * nothing does not: it is a repeat after a lost answer.
 */
export const replacesOther = (
  present: { name: string; units?: string; values: Values; updated?: string | null },
  { name, units, values, replaces }: Change,
): boolean =>
  typeof replaces === "string" &&
  replaces !== present.updated &&
  ((name ?? present.name) !== present.name ||
    (units ?? present.units) !== present.units ||
    (values !== undefined &&
      JSON.stringify(roundedValues(values)) !== JSON.stringify(present.values)));
