import { expect, test } from "vitest";
import type { Measurement } from "../../../../src/contract/measurements.ts";
import { TaskLoadError } from "../../../../src/drafting/tasks.ts";
import { change, settle, startHistory } from "../../../../src/features/patterns/history.ts";
import {
  EXAMPLE,
  type KnownTables,
  listTables,
  tableOf,
} from "../../../../src/features/patterns/known-tables.ts";
import { createPatterns } from "../../../../src/features/patterns/patterns-model.ts";
import { createMemoryMachine } from "../../../../src/platform/memory/memory-machine.ts";

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
  ["the kept one on a further page", { ...fetched, cursor: "a", kept: table(9) }, 9, 9],
  ["the kept one without a network", offline, 2, 2],
  ["the default one without a network", offline, null, 1],
  ["the body of the lessons without a table", known({ tables: [] }), 4, EXAMPLE.id],
])("a draft is for %s", (_, tables, chosen, id) => {
  expect(tableOf(tables, chosen).id).toBe(id);
});

test("without a network the tables are those that this machine has", () => {
  expect(listTables(offline).map(({ id }) => id)).toEqual([1, 2]);
});

test("a slider that is dragged is one step, until it is let go", () => {
  const dragged = change(change(change(startHistory(1), 2, "length"), 3, "length"), 4, "length");
  expect(dragged.past).toEqual([1]);
  expect(change(settle(dragged), 5, "length").past).toEqual([1, 4]);
  expect(change(dragged, 5, "ease").past).toEqual([1, 4]);
});

test("steps that are undone are a hundred at most", () => {
  let history = startHistory(0);
  for (let i = 1; i <= 300; i++) history = change(history, i);
  expect(history.past).toHaveLength(100);
});

test.each([
  ["code that cannot be fetched", new TaskLoadError("no chunk"), "unreachable"],
  ["a bug", new TypeError("no such point"), "bug"],
])("a draft that fails by %s says so, and is made at the next try", async (_, reason, said) => {
  let fails = true;
  const patterns = createPatterns({
    drafting: {
      run: async (name: string) => {
        if (fails) throw reason;
        return (name === "blocks" ? [{ id: "skirt-block" }] : { sketch: null }) as never;
      },
    },
    saved: { state: { value: [], failure: null } },
    measurements: { state: { tables: [], cursor: null, standard: null, failed: false } } as never,
    storage: createMemoryMachine().storage,
    personId: 3,
    loadGarmentTexts: async () => {},
    isOver: () => false,
  });
  await patterns.draft();
  expect(patterns.state.failed).toBe(said);
  fails = false;
  await patterns.draft();
  expect([patterns.state.failed, patterns.state.shown !== null]).toEqual([null, true]);
});
