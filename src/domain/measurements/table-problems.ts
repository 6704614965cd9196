import { isField, type Values } from "./fields.ts";
import { toTenths } from "./format-measure.ts";

const MAX_NAME_LENGTH = 100;
/** No measurement reaches it, in any unit. */
export const MAX_VALUE = 99_999.9;

/** Why a table cannot be saved: the path of a field and a message for developers. */
interface TableProblem {
  readonly path: string;
  readonly message: string;
}

/** Checks the name of a table. @returns null if it is valid */
export const nameProblem = (name: string): TableProblem | null => {
  const problem = (message: string) => ({ path: "name", message });
  if (name.trim() === "") return problem("is required");
  if ([...name].length > MAX_NAME_LENGTH) return problem(`may have ${MAX_NAME_LENGTH} characters`);
  return name.includes("\0") ? problem("must be printable") : null;
};

/**
 * Checks the values of a table.
 * @returns the first problem; null if all are valid, even if unusual
 */
export const valuesProblem = (
  values: Readonly<Record<string, number | null>>,
): TableProblem | null => {
  for (const [name, value] of Object.entries(values)) {
    const problem = (message: string) => ({ path: `values.${name}`, message });
    if (!isField(name)) return problem("is no measurement");
    if (value !== null && (value < 0 || value > MAX_VALUE))
      return problem(`must be from 0 to ${MAX_VALUE}`);
  }
  return null;
};

/** The values to store: rounded to one decimal, without the missing ones. */
export const roundedValues = (values: Readonly<Record<string, number | null>>): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === null ? [] : [[name, toTenths(value)]],
    ),
  );

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
