import { expect, test } from "vitest";
import { createMeasurements } from "../../../src/core/measurements.ts";
import { createRouter } from "../../../src/offline/local-school/handlers.ts";
import { measurementHandlers } from "../../../src/offline/local-school/measurement-handlers.ts";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";
import { failed } from "../../support/results.ts";

const open = (machine = createMemoryMachine()) => {
  const { storage, now, randomHex } = machine;
  const { send } = createRouter(measurementHandlers({ storage, now, personId: () => "dana" }));
  const tables = createMeasurements({ send, storage, personId: "dana", randomHex });
  const names = () =>
    tables.state.tables?.map(({ name, is_default }) => `${name}${is_default ? "*" : ""}`);
  const save = async (name: string, values = {}) => {
    machine.advance(1000);
    const saved = await tables.save({ id: null, name, units: "cm", values });
    if (!saved.ok) throw new Error(saved.failure.kind);
    return saved.value;
  };
  return { machine, tables, names, save };
};

test("tables are stored on the machine, the first one as the default", async () => {
  const { machine, save } = open();
  await save("Mine", { height: 172.04 });
  await save("Jacket");
  const again = open(machine);
  await again.tables.load();
  expect(again.names()).toEqual(["Mine*", "Jacket"]);
  expect(again.tables.state.standard?.values).toEqual({ height: 172 });
});

test("exactly one table is the default, also after that one is deleted", async () => {
  const { machine, tables, save } = open();
  const first = await save("First");
  await save("Second");
  const third = await save("Third");
  await tables.makeDefault(third);
  const again = open(machine);
  await again.tables.load();
  expect(again.names()).toEqual(["Third*", "Second", "First"]);
  await again.tables.remove(third.id);
  await again.tables.load();
  expect(again.names()).toEqual(["Second*", "First"]);
  expect(await again.tables.remove(first.id)).toMatchObject({ ok: true });
});

test("a deleted table is reported, and its id is not used again", async () => {
  const { tables, save } = open();
  const first = await save("First");
  await tables.remove(first.id);
  const second = await save("Second");
  expect(second.id).not.toBe(first.id);
  expect(await tables.save({ ...first, name: "Late" })).toEqual(failed("gone"));
});

test.each([
  ["an empty name", { name: " ", values: {} }],
  ["a value that is not a measurement", { name: "Mine", values: { shoe: 38 } }],
  ["a length below zero", { name: "Mine", values: { height: -1 } }],
])("%s is not stored", async (_, table) => {
  const { tables } = open();
  const saved = await tables.save({ id: null, units: "cm", ...table });
  expect(saved).toEqual(failed("not-saved"));
});

test("damaged storage is replaced", async () => {
  const { machine, tables } = open();
  machine.storage.set("local-measurements.v1/dana", '{"tables":');
  await tables.load();
  expect(tables.state.tables).toEqual([]);
});
