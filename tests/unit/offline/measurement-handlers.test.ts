import { expect, test } from "vitest";
import {
  deleteMeasurement,
  getDefaultMeasurement,
  getMeasurements,
  postMeasurement,
  putMeasurement,
} from "../../../src/contract/measurements.ts";
import { createRouter } from "../../../src/offline/local-school/handlers.ts";
import { measurementHandlers } from "../../../src/offline/local-school/measurement-handlers.ts";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";
import { failed, refused, value } from "../../support/results.ts";

const open = (machine = createMemoryMachine()) => {
  const { storage, now } = machine;
  const { send } = createRouter(measurementHandlers({ storage, now, personId: () => "a/b" }));
  return {
    send,
    machine,
    list: async () =>
      value(await send(getMeasurements)).measurements.map(
        ({ name, is_default }) => `${name}${is_default ? "*" : ""}`,
      ),
    async create(name: string, more: object = {}) {
      machine.advance(1000);
      const body = { name, units: "cm" as const, values: {}, ...more };
      return value(await send(postMeasurement, { body })).measurement;
    },
    async change(id: number | string, body: object) {
      machine.advance(1000);
      return send(putMeasurement, { params: { id }, body: body as never });
    },
  };
};

const invalid = refused(422, "request/invalid");
const unknown = refused(404, "measurement/not_found");

test("a table is created with its time, and with centimetres if no unit is given", async () => {
  const { send, machine } = open();
  const body = { name: "Mine" } as never;
  expect(value(await send(postMeasurement, { body })).measurement).toEqual({
    ...{ id: 1, name: "Mine", units: "cm", values: {}, is_default: true },
    updated: new Date(machine.now()).toISOString(),
  });
  expect(value(await send(getDefaultMeasurement)).measurement?.id).toBe(1);
});

test("a change keeps what it does not name, and makes the table the latest", async () => {
  const { list, create, change } = open();
  const first = await create("First", { units: "in", values: { height: 60 } });
  await create("Second");
  const { measurement } = value(await change(String(first.id), { name: "Coat" }));
  expect(measurement).toMatchObject({ name: "Coat", units: "in", values: { height: 60 } });
  expect(await list()).toEqual(["Coat*", "Second"]);
  const changed = value(await change(first.id, { units: "cm", values: { height: 172.04 } }));
  expect(changed.measurement).toMatchObject({ name: "Coat", units: "cm", values: { height: 172 } });
  expect(measurement.updated).not.toBe(changed.measurement.updated);
});

test("a change does not replace another version than the one that it names", async () => {
  const { list, create, change } = open();
  const { id, updated: replaces } = await create("First");
  await change(id, { name: "Second", replaces });
  const third = await change(id, { name: "Third", replaces });
  expect(third).toEqual(refused(409, "measurement/changed"));
  // A repeat after a lost answer changes nothing.
  expect(await change(id, { name: "Second", replaces })).toMatchObject({ ok: true });
  expect(await list()).toEqual(["Second*"]);
});

test("a new table or a change makes a table the only default, or passes that on", async () => {
  const { list, create, change } = open();
  const first = await create("First");
  const second = await create("Second", { is_default: true });
  expect(await list()).toEqual(["Second*", "First"]);
  await change(first.id, { is_default: true });
  expect(await list()).toEqual(["First*", "Second"]);
  await change(first.id, { is_default: false });
  expect(await list()).toEqual(["First", "Second*"]);
  await change(second.id, { is_default: false });
  expect(await list()).toEqual(["Second", "First*"]);
});

test("the only table stays the default, and the latest one follows a default that is deleted", async () => {
  const { list, create, change, send } = open();
  const first = await create("First");
  await change(first.id, { is_default: false });
  expect(await list()).toEqual(["First*"]);
  await create("Second");
  await create("Third");
  await send(deleteMeasurement, { params: { id: first.id } });
  expect(await list()).toEqual(["Third*", "Second"]);
});

test("the id of a deleted table is not used again", async () => {
  const { create, send } = open();
  const { id } = await create("First");
  await send(deleteMeasurement, { params: { id } });
  expect((await create("Second")).id).not.toBe(id);
});

test("an invalid table or change is refused, and a change of an unknown table", async () => {
  const { list, create, change, send } = open();
  const wrong = [{ shoe: 38 }, { height: -1 }].map((values) => ({ name: "Mine", values }));
  for (const body of [undefined, {}, { name: " " }, ...wrong]) {
    expect(await send(postMeasurement, { body: body as never })).toMatchObject(invalid);
  }
  expect(value(await send(getDefaultMeasurement)).measurement).toBeNull();
  const { id } = await create("First");
  expect(await change(id, { name: " " })).toMatchObject(invalid);
  expect(await change(id, { values: { height: -1 } })).toMatchObject(invalid);
  expect(await change(9, { name: "Late" })).toMatchObject(unknown);
  expect(await send(deleteMeasurement, { params: { id: 9 } })).toMatchObject(unknown);
  expect(await list()).toEqual(["First*"]);
});

test("what the machine cannot store is out of reach, so that it is tried again", async () => {
  const { create, change, send, machine, list } = open();
  const { id } = await create("First");
  machine.storage.set = () => false;
  const unreachable = failed("unreachable");
  expect(await change(id, { name: "Late" })).toEqual(unreachable);
  expect(await send(postMeasurement, { body: { name: "New" } as never })).toEqual(unreachable);
  expect(await send(deleteMeasurement, { params: { id } })).toEqual(unreachable);
  expect(await list()).toEqual(["First*"]);
});

test("tables are stored for the next start, under the id of the person only, and damaged ones are replaced", async () => {
  const { create, machine } = open();
  await create("First");
  expect(await open(machine).list()).toEqual(["First*"]);
  const [key = "", ...others] = machine.tabs.keys();
  expect([key, ...others]).toEqual(["local-measurements.v1/a%2Fb"]);
  machine.storage.set(key, '{"tables":');
  expect(await open(machine).list()).toEqual([]);
});
