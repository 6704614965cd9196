import type { Id } from "../contract/wire.ts";
import type { FieldKey } from "../domain/measurements/fields.ts";
import { MEASUREMENTS } from "./links.ts";

/**
 * The address at which a table is edited.
 * @param table null for a new one
 * @param field gets the focus
 */
export const tablePath = (table: Id | null, field?: FieldKey): string => {
  const id = table === null ? "new" : encodeURIComponent(table);
  return `${MEASUREMENTS}?table=${id}${field ? `&field=${field}` : ""}`;
};
