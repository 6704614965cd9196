import { isField, type Values } from "./fields.ts";
import { toTenths } from "./length.ts";

const MAX_NAME_LENGTH = 100;
/** No body comes near it, in any unit. */
const MAX_VALUE = 99_999.9;

/** What keeps a table from being saved. */
export interface TableProblem {
  readonly path: string;
  readonly message: string;
}

/** @returns null for a name that can be kept */
export const nameProblem = (name: string): TableProblem | null => {
  const because = (message: string) => ({ path: "name", message });
  if (name.trim() === "") return because("is required");
  if ([...name].length > MAX_NAME_LENGTH) return because(`may have ${MAX_NAME_LENGTH} characters`);
  return name.includes("\0") ? because("must be printable") : null;
};

/** The first that is no field, or no measure at all; odd ones are a person's own. */
export const valuesProblem = (
  values: Readonly<Record<string, number | null>>,
): TableProblem | null => {
  for (const [name, value] of Object.entries(values)) {
    const because = (message: string) => ({ path: `values.${name}`, message });
    if (!isField(name)) return because("is no measurement");
    if (value !== null && (value < 0 || value > MAX_VALUE))
      return because(`must be from 0 to ${MAX_VALUE}`);
  }
  return null;
};

/** The values as they are kept: to one decimal, those that are there. */
export const keptValues = (values: Readonly<Record<string, number | null>>): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === null ? [] : [[name, toTenths(value)]],
    ),
  );
