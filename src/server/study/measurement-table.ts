import type { SentMeasurement } from "../../contract/measurements.ts";
import type { Values } from "../../domain/measurements/fields.ts";
import {
  nameProblem,
  roundedValues,
  valuesProblem,
} from "../../domain/measurements/table-problems.ts";
import type { MeasurementRow } from "../db/schema.ts";
import { invalid } from "../problem.ts";

/** A table in the contract's form. */
export const toSentMeasurement = (row: MeasurementRow): SentMeasurement => ({
  id: row.id,
  name: row.name,
  is_default: row.is_default === 1 ? 1 : 0,
  units: row.units,
  updated: new Date(row.updated).toISOString(),
  values: JSON.parse(row.data) as Values,
});

/** @throws HttpProblem 422 for a name that is empty, too long, or cannot be stored */
export const parseName = (name: string): string => {
  const problem = nameProblem(name);
  if (problem) throw invalid(problem.path, problem.message);
  return name;
};

/**
 * The values in the form in which they are stored.
 * @throws HttpProblem 422 for an unknown field or an invalid measurement
 */
export const parseValues = (values: Readonly<Record<string, number | null>>): Values => {
  const problem = valuesProblem(values);
  if (problem) throw invalid(problem.path, problem.message);
  return roundedValues(values);
};
