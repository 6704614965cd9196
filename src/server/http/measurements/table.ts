import { isField, type Values } from "../../../domain/measurements/fields.ts";
import { toTenths } from "../../../domain/measurements/length.ts";
import type { MeasurementRow } from "../../db/schema.ts";
import { invalid } from "../problem.ts";

const LONGEST_NAME = 100;
/** No body comes near it, in any unit. */
const MOST = 99_999.9;

/** A table as the contract sends it. */
export const sentMeasurement = (row: MeasurementRow) => ({
  id: row.id,
  name: row.name,
  is_default: row.is_default,
  units: row.units,
  updated: new Date(row.updated).toISOString(),
  values: JSON.parse(row.data) as Values,
});

/** @throws HttpProblem 422 for a name that is empty, too long, or cannot be stored */
export const checkedName = (name: string): string => {
  if (name.trim() === "") throw invalid("name", "is required");
  if ([...name].length > LONGEST_NAME) {
    throw invalid("name", `may have ${LONGEST_NAME} characters`);
  }
  if (name.includes("\0")) throw invalid("name", "must be printable");
  return name;
};

/**
 * The values as they are kept: to one decimal, those that are there. Odd ones are a person's own.
 * @throws HttpProblem 422 for what is no field, or no measure at all
 */
export const checkedValues = (values: Readonly<Record<string, number | null>>): Values => {
  const kept: Record<string, number> = {};
  for (const [name, value] of Object.entries(values)) {
    if (!isField(name)) throw invalid(`values.${name}`, "is no measurement");
    if (value === null) continue;
    if (value < 0 || value > MOST) throw invalid(`values.${name}`, `must be from 0 to ${MOST}`);
    kept[name] = toTenths(value);
  }
  return kept;
};
