import { expect, test } from "vitest";
import { negotiateEncoding } from "../../../src/server/http/answer.ts";

test.each([
  [undefined, null],
  ["", null],
  ["gzip", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["*", "br"],
  ["br;q=0, *", "zstd"],
  ["*;q=0, gzip", "gzip"],
  ["br; q=0.5 , gzip ; Q=0.5", "br"],
  ["br;level=3;q=0, gzip", "gzip"],
  ["gzip;q=0", null],
  ["br;q=much, gzip", "gzip"],
])("for %j the server compresses with %j", (header, encoding) => {
  expect(negotiateEncoding(header)).toBe(encoding);
  // Again, from the cache.
  expect(negotiateEncoding(header)).toBe(encoding);
});
