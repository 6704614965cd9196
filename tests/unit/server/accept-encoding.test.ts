import { expect, test } from "vitest";
import { acceptsGzip, negotiateEncoding } from "../../../src/server/http/answer.ts";

test.each([
  [undefined, null],
  ["", null],
  ["identity", null],
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

test("the encoding is right for any number of different headers", () => {
  for (let at = 0; at < 250; at += 1) {
    const header = at % 2 === 0 ? `x${at}, gzip` : `x${at}`;
    expect(negotiateEncoding(header)).toBe(at % 2 === 0 ? "gzip" : null);
  }
});

test.each([
  [undefined, false],
  ["gzip", true],
  ["br", false],
  ["*", true],
  ["*;q=0", false],
  ["gzip;q=0, *", false],
  ["gzip;q=0.001", true],
])("%j accepts gzip: %s", (header, accepts) => {
  expect(acceptsGzip(header)).toBe(accepts);
});
