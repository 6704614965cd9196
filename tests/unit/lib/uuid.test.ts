import { expect, test } from "vitest";
import { uuid } from "../../../src/lib/uuid.ts";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test("every UUID is of version 4, and no two are the same", () => {
  const { randomHex } = createMemoryMachine();
  const drawn = Array.from({ length: 200 }, () => uuid(randomHex));
  for (const each of drawn) expect(each).toMatch(UUID);
  expect(new Set(drawn).size).toBe(drawn.length);
});
