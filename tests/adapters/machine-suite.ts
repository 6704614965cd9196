import { describe, expect, test } from "vitest";
import type { Machine } from "../../src/platform/ports.ts";

export interface MachineUnderTest {
  create: () => Machine;
  /** Switches the machine's network on or off, as pulling a cable does. */
  setOnline: (machine: Machine, online: boolean) => void;
}

/** What the app relies on, on any machine. */
export const machineSuite = (name: string, { create, setOnline }: MachineUnderTest): void => {
  describe(`storage of ${name}`, () => {
    test("returns null for a key that was never set", () => {
      expect(create().storage.get("never.v1")).toBeNull();
    });

    test.each([
      ["a text", "value"],
      ["an empty text", ""],
      ["JSON", '{"token":"t","user":{"firstName":"דנה"}}'],
      ["characters outside the basic plane", "\u0000\u001f\ud83e\uddf5 שלום"],
      ["a text of a million characters", "x".repeat(1_000_000)],
    ])("returns %s unchanged", (_, value) => {
      const { storage } = create();
      expect(storage.set("kept.v1", value)).toBe(true);
      expect(storage.get("kept.v1")).toBe(value);
    });

    test("keeps the last value of each key", () => {
      const { storage } = create();
      storage.set("a.v1", "1");
      storage.set("b.v1", "2");
      storage.set("a.v1", "3");
      expect([storage.get("a.v1"), storage.get("b.v1")]).toEqual(["3", "2"]);
    });

    test.each(["length", "getItem", "key with spaces", "ключ"])("accepts any key: %s", (key) => {
      const { storage } = create();
      expect(storage.get(key)).toBeNull();
      expect(storage.set(key, "value")).toBe(true);
      expect(storage.get(key)).toBe("value");
      storage.remove(key);
      expect(storage.get(key)).toBeNull();
    });

    test("removes only the value that is named", () => {
      const { storage } = create();
      storage.set("a.v1", "1");
      storage.set("b.v1", "2");
      storage.remove("a.v1");
      storage.remove("never.v1");
      expect([storage.get("a.v1"), storage.get("b.v1")]).toEqual([null, "2"]);
    });
  });

  describe(`network of ${name}`, () => {
    test("notifies every listener of every change", () => {
      const machine = create();
      const events: string[] = [];
      const stops = ["a", "b"].map((who) =>
        machine.connectivity.subscribe((online) => events.push(`${who} ${online}`)),
      );
      setOnline(machine, false);
      expect(machine.connectivity.isOnline()).toBe(false);
      setOnline(machine, true);
      expect(machine.connectivity.isOnline()).toBe(true);
      expect(events).toEqual(["a false", "b false", "a true", "b true"]);
      for (const stop of stops) stop();
    });

    test("does not notify a listener that was removed", () => {
      const machine = create();
      const events: boolean[] = [];
      const stop = machine.connectivity.subscribe((online) => events.push(online));
      stop();
      stop();
      setOnline(machine, false);
      setOnline(machine, true);
      expect(events).toEqual([]);
    });
  });

  describe(`clock, chance and hash of ${name}`, () => {
    test("the time is in whole milliseconds and does not run backwards", () => {
      const { now } = create();
      const first = now();
      expect(Number.isInteger(first)).toBe(true);
      expect(first).toBeGreaterThan(Date.parse("2020-01-01"));
      expect(now()).toBeGreaterThanOrEqual(first);
    });

    test("random bytes are two lower-case digits each, and differ at each call", () => {
      const { randomHex } = create();
      const drawn = Array.from({ length: 200 }, () => randomHex(16));
      for (const each of drawn) expect(each).toMatch(/^[\da-f]{32}$/);
      expect(new Set(drawn).size).toBe(drawn.length);
      expect(randomHex(0)).toBe("");
      expect(randomHex(1)).toMatch(/^[\da-f]{2}$/);
    });

    // FIPS 180-2, appendix B, and the same of other letters by sha256sum.
    test.each([
      ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
      ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
      ["שלום", "b7ac0398ef74193ab738b21df0912329303df10d868c2bac37a84a59d12c0e2f"],
      ["a\nb", "7e18f737311b2dc3b2f269dd78396b0351f14fb66efa879f768cb23181883c78"],
    ])("the hash of %j is that of its UTF-8 bytes", async (text, expected) => {
      expect(await create().sha256(text)).toBe(expected);
    });
  });
};
