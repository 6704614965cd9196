import { expect, test } from "vitest";
import type { Measurement } from "../../../../src/contract/measurements.ts";
import {
  EXAMPLE,
  type KnownTables,
  listTables,
  tableOf,
} from "../../../../src/features/patterns/known-tables.ts";

const table = (id: number, is_default = false): Measurement => ({
  ...{ id, name: `Table ${id}`, is_default, units: "cm", updated: null, values: {} },
});
const known = (own: Partial<KnownTables>): KnownTables => ({
  ...{ tables: null, cursor: null, standard: null, kept: null, ...own },
});
const fetched = known({ tables: [table(1, true), table(2)], standard: table(1, true) });

const offline = known({ standard: table(1, true), kept: table(2) });

test.each([
  ["the default table where no other is chosen", fetched, null, 1],
  ["the chosen table", fetched, 2, 2],
  ["the default one if the chosen one has been deleted", fetched, 9, 1],
  ["the default one, although the deleted one is kept", { ...fetched, kept: table(9) }, 9, 1],
  [
    "the kept one if it may be on a further page",
    { ...fetched, cursor: "a", kept: table(9) },
    9,
    9,
  ],
  ["the kept one without a network", offline, 2, 2],
  ["the default one without a network", offline, null, 1],
  ["the body of the lessons without a table", known({ tables: [] }), 4, EXAMPLE.id],
])("a draft is for %s", (_, tables, chosen, id) => {
  expect(tableOf(tables, chosen).id).toBe(id);
});

test("without a network the tables are those that this machine has", () => {
  expect(listTables(offline).map(({ id }) => id)).toEqual([1, 2]);
});
