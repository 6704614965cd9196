import { expect, test } from "vitest";
import { hex } from "../../../src/lib/hex.ts";

test("every byte has two digits, in lower case and in order", () => {
  expect(hex(Uint8Array.of(0, 1, 15, 16, 171, 255))).toBe("00010f10abff");
  expect(hex(Uint8Array.of())).toBe("");
});
