import * as v from "valibot";
import { expect, test } from "vitest";
import { createStored } from "../../../src/core/stored.ts";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";

const KEY = "size.v1";
const schema = v.object({ size: v.number(), unit: v.nullish(v.string(), "cm") });

const start = (raw?: string) => {
  const { storage } = createMemoryMachine();
  if (raw !== undefined) storage.set(KEY, raw);
  return { storage, stored: createStored(storage, KEY, schema) };
};

test("a written value is read again", () => {
  const { storage, stored } = start();
  const { remove } = storage;
  storage.remove = () => expect.unreachable();
  expect(stored.read()).toBeNull();
  storage.remove = remove;
  expect(stored.write({ size: 40, unit: "in" })).toBe(true);
  expect(stored.read()).toEqual({ size: 40, unit: "in" });
  expect(createStored(storage, KEY, schema).read()).toEqual({ size: 40, unit: "in" });
  // Missing fields of an old value get defaults.
  expect(start('{"size":40}').stored.read()).toEqual({ size: 40, unit: "cm" });
  storage.set = () => false;
  expect(stored.write({ size: 40, unit: "cm" })).toBe(false);
});

test.each(["", "{", "null", "[]", '{"size":"40"}'])("a damaged value is deleted: %j", (raw) => {
  const { storage, stored } = start(raw);
  expect(stored.read()).toBeNull();
  expect(storage.get(KEY)).toBeNull();
});
