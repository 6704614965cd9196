import * as v from "valibot";
import { expect, test } from "vitest";
import { createAnswerCache } from "../../../src/offline/local-school/answer-cache.ts";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";

const open = (person: number | string = 7, machine = createMemoryMachine()) => {
  const stays = (name: string) => name.startsWith("pinned");
  const cache = createAnswerCache(machine.storage, machine.now, person, stays);
  const get = (name: string) => cache.get(name, v.string())?.value ?? null;
  return { ...cache, cache, get, machine, keys: () => machine.tabs.keys() };
};

test("an answer is stored with its time and its tag, for one person", () => {
  const { cache, machine } = open();
  const at = machine.now();
  cache.put("a", "A", '"1"');
  cache.put("b", "B");
  machine.advance(1000);
  const again = open(7, machine).cache;
  expect(again.get("a", v.string())).toEqual({ at, value: "A", tag: '"1"' });
  expect(again.get("b", v.string())).toEqual({ at, value: "B", tag: null });
  expect(again.get("c", v.string())).toBeNull();
  // A later version of the app may expect another form.
  expect(again.get("a", v.number())).toBeNull();
  expect(open(8, machine).get("a")).toBeNull();
  // Damaged answers count as none.
  for (const key of machine.tabs.keys()) machine.storage.set(key, '{"');
  expect(open(7, machine).get("a")).toBeNull();
});

test("of more than sixty answers the oldest is evicted, and none that stays", () => {
  const { put, get } = open();
  put("pinned", "P");
  for (let at = 0; at < 60; at += 1) put(`${at}`, "x");
  // The oldest one has been fetched again.
  put("0", "x");
  put("60", "x");
  expect(["pinned", "0", "1", "2", "60"].map(get)).toEqual(["P", "x", null, "x", "x"]);
});

test("an answer that is too long is not stored, and replaces none", () => {
  const { put, get, keys } = open();
  put("a", "x".repeat(8_000_000 - 2));
  expect(get("a")).toHaveLength(8_000_000 - 2);
  put("a", "x".repeat(8_000_000 - 1));
  expect(get("a")).toBeNull();
  expect(keys()).toHaveLength(1);
});

test("all answers of a person are removed, and no others", () => {
  const { put, clear, machine } = open();
  put("a", "A");
  put("b", "B");
  const other = open("7/8", machine);
  other.put("a", "other");
  clear();
  expect(other.get("a")).toBe("other");
  other.clear();
  expect(machine.tabs.keys()).toEqual([]);
});
