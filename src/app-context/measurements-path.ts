import type { Id } from "../contract/wire.ts";
import type { FieldKey } from "../domain/measurements/fields.ts";
import type { App } from "./app.ts";
import { MEASUREMENTS, PROFILE } from "./links.ts";

/** The address of the person's tables. The build that imports its content has no profile. */
export const measurementsPath = ({ desktop }: Pick<App, "desktop">): string =>
  desktop?.contentImport ? MEASUREMENTS : PROFILE;

/**
 * The address at which a table is edited.
 * @param table null for a new one
 * @param field gets the focus
 */
export const tablePath = (
  app: Pick<App, "desktop">,
  table: Id | null,
  field?: FieldKey,
): string => {
  const id = table === null ? "new" : encodeURIComponent(table);
  return `${measurementsPath(app)}?table=${id}${field ? `&field=${field}` : ""}`;
};
