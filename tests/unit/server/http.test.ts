import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { clientAddress, networksOf } from "../../../src/server/client-address.ts";
import { negotiateEncoding } from "../../../src/server/http/answer.ts";
import { parseByteRange } from "../../../src/server/http/byte-range.ts";
import { Metrics } from "../../../src/server/http/metrics.ts";
import { disposition } from "../../../src/server/http/reply.ts";

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

test.each([
  [0, "192.0.2.7", "198.51.100.1"],
  [1, undefined, "198.51.100.1"],
  [1, "192.0.2.7", "192.0.2.7"],
  [1, "203.0.113.1, 192.0.2.7", "192.0.2.7"],
  [2, "203.0.113.1, 192.0.2.7, 10.0.0.1", "192.0.2.7"],
  // A client that went round the outer proxy.
  [2, "192.0.2.7", "192.0.2.7"],
  [1, "192.0.2.7:51234", "192.0.2.7"],
  [1, "[2001:db8::7]:51234", "2001:db8::7"],
  [1, "2001:db8::7", "2001:db8::7"],
  [1, "unknown", "198.51.100.1"],
  [1, "", "198.51.100.1"],
  [1, "[2001:db8::7]x", "198.51.100.1"],
  [1, "::ffff:192.0.2.7:51234", "198.51.100.1"],
])("the client behind %i proxies that report %j is %s", (proxies, forwardedFor, address) => {
  expect(clientAddress(proxies, forwardedFor, "198.51.100.1")).toBe(address);
});

test.each([
  ["192.0.2.7", "192.0.2.7", null],
  ["::ffff:192.0.2.7", "192.0.2.7", null],
  ["::ffff:192.0.2.7%eth0", "192.0.2.7", null],
  ["2001:db8::ffff:c000:207", "2001:db8:0:0/56", "2001:db8:0/48"],
  ["::1", "0:0:0:0/56", "0:0:0/48"],
  ["2001:db8:1:2ff::1", "2001:db8:1:200/56", "2001:db8:1/48"],
  ["2001:0DB8:0001:02ab:1:2:3:4", "2001:db8:1:200/56", "2001:db8:1/48"],
  ["2001:db8:1:2:3:ffff:c000:207", "2001:db8:1:0/56", "2001:db8:1/48"],
  ["", "", null],
])("the address %s belongs to the household %s of the site %s", (address, household, site) => {
  expect(networksOf(address)).toEqual({ household, site });
});

test.each([
  ["block.jpg", `filename="block.jpg"; filename*=UTF-8''block.jpg`],
  ["CON.jpg", `filename="_CON.jpg"; filename*=UTF-8''_CON.jpg`],
  ["a\u202egpj.exe", `filename="agpj.exe"; filename*=UTF-8''agpj.exe`],
  ["a\r\nCookie: x.jpg", `filename="aCookie_ x.jpg"; filename*=UTF-8''aCookie_%20x.jpg`],
  ["x. ", `filename="x"; filename*=UTF-8''x`],
  ["裁.jpg", `filename="_.jpg"; filename*=UTF-8''%E8%A3%81.jpg`],
])("a download is saved under a name that every system can store: %j", (name, header) => {
  expect(disposition(name)).toBe(`attachment; ${header}`);
});

test("methods and paths that clients make up share one label each", async () => {
  const metrics = new Metrics({
    dataDir: tmpdir(),
    uploadsDir: tmpdir(),
    waiting: () => 0,
    inBackground: () => 0,
    databaseAnswers: async () => true,
  });
  metrics.begin("GET", "/api/user/progress")(200);
  for (const name of ["BREW", "STITCH"]) metrics.begin(name, `/api/${name}`)(404);
  const lines = (await metrics.read()).split("\n");
  expect(lines.filter((line) => line.startsWith("learning_space_requests_total{"))).toEqual([
    'learning_space_requests_total{area="user",method="GET",status="2xx"} 1',
    'learning_space_requests_total{area="other",method="other",status="4xx"} 2',
  ]);
});
