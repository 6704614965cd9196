import { expect, test } from "vitest";
import type { Measurement } from "../../../../src/contract/measurements.ts";
import {
  EXAMPLE,
  type KnownTables,
  listTables,
  tableOf,
} from "../../../../src/features/patterns/known-tables.ts";

const table = (id: number, is_default = false): Measurement => ({
  id,
  name: `Table ${id}`,
  is_default,
  units: "cm",
  updated: null,
  values: {},
});
const known = (own: Partial<KnownTables>): KnownTables => ({
  tables: null,
  cursor: null,
  standard: null,
  kept: null,
  ...own,
});
const fetched = known({ tables: [table(1, true), table(2)], standard: table(1, true) });

test("a draft is for the default table where no other is chosen", () => {
  expect(tableOf(fetched, null).id).toBe(1);
  expect(tableOf(fetched, 2).id).toBe(2);
});

test("a draft for a table that has been deleted is for the default one", () => {
  expect(tableOf(fetched, 9).id).toBe(1);
  expect(tableOf({ ...fetched, kept: table(9) }, 9).id).toBe(1);
});

test("a chosen table on a page that has not been fetched is the one as it was kept", () => {
  expect(tableOf({ ...fetched, cursor: "more", kept: table(9) }, 9).id).toBe(9);
});

test("without a network a draft is for the tables that this machine has", () => {
  const offline = known({ standard: table(1, true), kept: table(2) });
  expect(listTables(offline).map(({ id }) => id)).toEqual([1, 2]);
  expect(tableOf(offline, 2).id).toBe(2);
  expect(tableOf(offline, null).id).toBe(1);
});

test("a draft of somebody without a table is for the body of the lessons", () => {
  expect(tableOf(known({ tables: [] }), 4)).toBe(EXAMPLE);
});
