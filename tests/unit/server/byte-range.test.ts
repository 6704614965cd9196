import { expect, test } from "vitest";
import { parseByteRange } from "../../../src/server/http/byte-range.ts";

test.each([
  ["bytes=0-0", { first: 0, last: 0 }],
  ["bytes=10-19", { first: 10, last: 19 }],
  ["bytes=90-1000", { first: 90, last: 99 }],
  [" bytes=1-2 ", { first: 1, last: 2 }],
  ["bytes=-10", { first: 90, last: 99 }],
  ["bytes=-1000", { first: 0, last: 99 }],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=100-", "unsatisfiable"],
  // The whole file for everything that is no single range.
  [undefined, null],
  ["", null],
  ["bytes=20-10", null],
  ["bytes=0-1,5-6", null],
  ["bytes=a-b", null],
  ["bytes=1234567890123456-", null],
])("of a file of 100 bytes, %j is %j", (header, range) => {
  expect(parseByteRange(header, 100)).toEqual(range);
});

test("an empty file has no range", () => {
  expect(parseByteRange("bytes=0-", 0)).toBe("unsatisfiable");
  expect(parseByteRange("bytes=-5", 0)).toBe("unsatisfiable");
});
