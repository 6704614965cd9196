import { describe, expect, test } from "vitest";
import type { Machine } from "../../src/platform/ports.ts";

interface MachineUnderTest {
  create: () => Machine;
  /** Switches the machine's network on or off, as pulling a cable does. */
  setOnline: (machine: Machine, online: boolean) => void;
}

export const machineSuite = (name: string, { create, setOnline }: MachineUnderTest): void => {
  describe(`storage of ${name}`, () => {
    test.each([
      ["an empty text", ""],
      ["JSON", '{"token":"t","user":{"firstName":"דנה"}}'],
      ["characters outside the basic plane", "\u0000\u001f\ud83e\uddf5 שלום"],
      ["a text of a million characters", "x".repeat(1_000_000)],
    ])("returns %s unchanged", (_, value) => {
      const { storage } = create();
      expect(storage.set("kept.v1", value)).toBe(true);
      expect(storage.get("kept.v1")).toBe(value);
    });

    test.each(["length", "getItem", "key with spaces", "ключ"])("accepts any key: %s", (key) => {
      const { storage } = create();
      expect(storage.get(key)).toBe(null);
      expect(storage.set(key, "value")).toBe(true);
      expect(storage.get(key)).toBe("value");
      storage.remove(key);
      expect(storage.get(key)).toBe(null);
    });

    test("keeps the last value of each key, until that one is removed", () => {
      const { storage } = create();
      const both = () => [storage.get("a.v1"), storage.get("b.v1")];
      for (const [key, value] of ["a1", "b2", "a3"]) storage.set(`${key}.v1`, `${value}`);
      expect(both()).toEqual(["3", "2"]);
      storage.remove("a.v1");
      storage.remove("never.v1");
      expect(both()).toEqual([null, "2"]);
    });
  });

  test(`the network of ${name} notifies every listener of every change until it stops listening`, () => {
    const machine = create();
    const events: string[] = [];
    const stops = ["a", "b"].map((who) =>
      machine.connectivity.subscribe((online) => events.push(`${who} ${online}`)),
    );
    for (const online of [false, true]) {
      setOnline(machine, online);
      expect(machine.connectivity.isOnline()).toBe(online);
    }
    expect(events).toEqual(["a false", "b false", "a true", "b true"]);
    for (const stop of [...stops, ...stops]) stop();
    for (const online of [false, true]) setOnline(machine, online);
    expect(events.length).toBe(4);
  });

  describe(`clock, chance and hash of ${name}`, () => {
    test("the time is in whole milliseconds and does not run backwards", () => {
      const { now } = create();
      const first = now();
      expect(Number.isInteger(first) && first > Date.parse("2020-01-01")).toBe(true);
      expect(now() >= first).toBe(true);
    });

    test("random bytes are two lower-case digits each, and differ at each call", () => {
      const { randomHex } = create();
      const drawn = Array.from({ length: 200 }, () => randomHex(16));
      for (const each of drawn) expect(each).toMatch(/^[\da-f]{32}$/);
      expect(new Set(drawn).size).toBe(drawn.length);
      expect(randomHex(0)).toBe("");
    });

    // FIPS 180-2, appendix B, and the same of other letters by sha256sum.
    test.each([
      ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
      ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
      ["שלום", "b7ac0398ef74193ab738b21df0912329303df10d868c2bac37a84a59d12c0e2f"],
    ])("the hash of '%s' is that of its UTF-8 bytes", async (text, expected) => {
      expect(await create().sha256(text)).toBe(expected);
    });
  });
};
