import { expect, test } from "vitest";
import { retryAfterSeconds } from "../../../src/transport/file-download.ts";

const now = Date.parse("2026-03-02T09:00:00Z");

test.each([
  ["120", 120],
  [" 0 ", 0],
  ["Mon, 02 Mar 2026 09:01:30 GMT", 90],
  ["Mon, 02 Mar 2026 08:00:00 GMT", 0],
  ["soon", null],
  ["12 s", null],
  ["-5", null],
  [null, null],
])("Retry-After %j is so many seconds: %j", (header, seconds) => {
  expect(retryAfterSeconds(header, now)).toBe(seconds);
});
