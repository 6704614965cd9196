import type { Measurement } from "../../contract/measurements.ts";
import type { Id } from "../../contract/wire.ts";
import type { Units, Values } from "../../domain/measurements/fields.ts";
import { EXAMPLE_BODY } from "../../drafting/example-body.ts";

/** The measurements for which a draft is made. */
export interface DraftedTable {
  /** Null for the body of the lessons. */
  readonly id: Id | null;
  readonly name: string;
  readonly units: Units;
  readonly values: Values;
}

export const EXAMPLE: DraftedTable = { id: null, name: "", units: "cm", values: EXAMPLE_BODY };

/** What is known of the person's tables. */
export interface KnownTables {
  /** Null until the school has answered. */
  readonly tables: readonly Measurement[] | null;
  /** Where further tables begin; null at the end. */
  readonly cursor: string | null;
  /** The default table as last known; null when there is none. */
  readonly standard: Measurement | null;
  /** The table that was drafted with last, as it was then. */
  readonly kept: Measurement | null;
}

/** The tables to choose from, the default one first. */
export const listTables = ({ tables, standard, kept }: KnownTables): readonly Measurement[] => {
  if (tables) return tables;
  const others = kept && kept.id !== standard?.id ? [kept] : [];
  return standard ? [standard, ...others] : others;
};

/** The table of an id; the default one if it has been deleted, and the example if there is none. */
export const tableOf = (known: KnownTables, id: Id | null): DraftedTable => {
  const list = listTables(known);
  const named = id === null ? undefined : list.find((table) => String(table.id) === String(id));
  // It may be on a page that has not been fetched.
  const kept = known.cursor !== null && String(known.kept?.id) === String(id) ? known.kept : null;
  return named ?? kept ?? list.find((table) => table.is_default) ?? known.standard ?? EXAMPLE;
};
