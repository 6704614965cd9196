import { expect, test } from "vitest";
import { readArchive } from "../../../src/lib/asar.ts";
import { packResources } from "../support/packed-resources.ts";

const read = (bytes: Buffer) =>
  readArchive(new Uint8Array(bytes))?.map(({ name, bytes: content }) => [
    name,
    Buffer.from(content).toString(),
  ]);

test("an archive returns its files, in any folder", () => {
  const packed = packResources({ "a.json": "{}", "web/tls/é.js": "x", "web/empty.css": "" });
  expect(read(packed)).toEqual([
    ["a.json", "{}"],
    ["web/tls/é.js", "x"],
    ["web/empty.css", ""],
  ]);
});

test("a truncated, edited or invalid archive returns nothing", () => {
  const packed = packResources({ "web/index.html": "<!doctype html>" });
  for (let length = 0; length < packed.length; length += 7) {
    expect(read(packed.subarray(0, length)) ?? null).toBeNull();
  }
  expect(read(Buffer.alloc(64, 0xff)) ?? null).toBeNull();
  expect(read(Buffer.from("PK\u0003\u0004 a zip is no such archive")) ?? null).toBeNull();
});

test.each(["..", ".", "", "a\\b", "C:", "a\0b"])("an archive refuses the name %j", (name) => {
  expect(read(packResources({ [`web/${name}`]: "x" })) ?? null).toBeNull();
});
