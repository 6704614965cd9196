import { invalid } from "./problem.ts";

/**
 * One of the values that a query parameter may have.
 * @returns null where it is absent
 * @throws HttpProblem 422
 */
export const oneOf = <Value extends string>(
  name: string,
  values: readonly Value[],
  given: string | undefined,
): Value | null => {
  if (given === undefined) return null;
  const found = values.find((value) => value === given);
  if (found === undefined) throw invalid(name, `must be one of ${values.join(", ")}`);
  return found;
};

/** A required query parameter. @throws HttpProblem 422 */
export const required = <Name extends string>(
  query: Readonly<Partial<Record<Name, string>>>,
  name: Name,
): string => {
  const value = query[name];
  if (value === undefined) throw invalid(name, "is required");
  return value;
};
