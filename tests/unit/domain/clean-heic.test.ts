import { expect, test } from "vitest";
import { cleanPhoto } from "../../../src/domain/photo/clean-photo.ts";
import { DATA_START, type HeicParts, heicOf, longBox, sizeOf } from "../../support/heic.ts";
import { box } from "../../support/photos.ts";

/** A place in the data. */
const at = (offset: number, length: number): [number, number] => [DATA_START + offset, length];

const clean = (photo: Buffer): Buffer => {
  const pieces = cleanPhoto("heic", photo);
  if (!pieces) throw new Error("The photo is damaged");
  return Buffer.concat(pieces);
};

/** Text in which a dot stands for each byte that is 0. */
const shown = (bytes: Buffer) => bytes.toString("latin1").replaceAll("\0", ".");

/** What stays of the data. */
const dataOf = (parts: HeicParts & { data: Buffer }): string =>
  shown(clean(heicOf(parts)).subarray(DATA_START, DATA_START + parts.data.length));

const isRefused = (parts: HeicParts) => cleanPhoto("heic", heicOf(parts)) === null;

const MAX_PARTS = 4096;
const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

test("a HEIC keeps the bytes of its pictures and no others, in whatever order it names them", () => {
  const data = Buffer.from("ssPPPPssQQQss");
  const [first, second] = [{ extents: [at(2, 4)] }, { extents: [at(8, 3)] }];
  for (const items of [
    [first, second],
    [second, first],
    [{ extents: [at(8, 3), at(2, 4)] }],
    [{ extents: [at(2, 4), at(2, 2), at(3, 1), at(8, 3)] }],
  ]) {
    expect(dataOf({ data, items })).toBe("..PPPP..QQQ..");
  }
  expect(dataOf({ data, items: [{ extents: [at(2, 2), at(4, 2)] }] })).toBe("..PPPP.......");
  expect(dataOf({ data, items: [{ extents: [at(0, 13)] }] })).toBe("ssPPPPssQQQss");
});

const PICTURE = { extents: [at(0, 3)] };
const EMPTIED = "PPP....";

test.each([
  ["loses a single byte that is beside its picture", "PPP\0\0s\0", [PICTURE], EMPTIED],
  ...["Exif", "mime", "uri "].map((type): [string, string, object[], string] => [
    `loses its description of type ${type}`,
    "PPPssss",
    [PICTURE, { type, extents: [at(3, 4)] }],
    EMPTIED,
  ]),
  ...[0, 1, null].map((entryVersion): [string, string, object[], string] => [
    `loses an item that is not known to be a picture: entry ${entryVersion}`,
    "PPPssss",
    [PICTURE, { entryVersion, extents: [at(3, 4)] }],
    EMPTIED,
  ]),
  [
    "has nothing in place of descriptions other than Exif data",
    `PPP${"s".repeat(20)}`,
    [PICTURE, { type: "mime", extents: [at(3, 20)] }],
    `PPP${".".repeat(20)}`,
  ],
  [
    "keeps pictures of every kind, and their parts",
    "PPPaaaggg",
    [PICTURE, { type: "av01", extents: [at(3, 3)] }, { type: "grid", extents: [at(6, 3)] }],
    "PPPaaaggg",
  ],
  [
    "has zeros where its Exif data are too short for empty ones",
    `PPP${"s".repeat(17)}`,
    [PICTURE, { type: "Exif", extents: [at(3, 17)] }],
    `PPP${".".repeat(17)}`,
  ],
  ["has Exif data without a place", "PPPs", [PICTURE, { type: "Exif" }], "PPP."],
] as [string, string, HeicParts["items"], string][])("a HEIC %s", (_, data, items, expected) => {
  expect(dataOf({ data: Buffer.from(data), items })).toBe(expected);
});

test("a HEIC has empty Exif data where it had some", () => {
  const data = Buffer.from(`PPP${"s".repeat(18)}t`);
  const items = [{ extents: [at(0, 3)] }, { type: "Exif", extents: [at(3, 18)] }];
  const found = clean(heicOf({ data, items })).subarray(DATA_START, DATA_START + data.length);
  expect(found.toString("hex")).toBe("50505000000000" + "4d4d002a00000008" + "000000000000" + "00");
});

test("a HEIC keeps a picture that claims bytes of the Exif data", () => {
  const data = Buffer.from("P".repeat(40));
  const exif = { type: "Exif", extents: [at(10, 20)] };
  const empty = "....MM.*...\x08......";
  const pictureOf = (...extents: [number, number][]) =>
    dataOf({ data, items: [{ extents }, exif] });
  const [before, after] = ["P".repeat(10), "P".repeat(10)];
  expect(pictureOf(at(0, 10), at(30, 10))).toBe(`${before}${empty}..${after}`);
  expect(pictureOf(at(0, 11), at(30, 10))).toBe(`${before}P${".".repeat(19)}${after}`);
  expect(pictureOf(at(0, 10), at(29, 11))).toBe(`${before}${".".repeat(19)}P${after}`);
});

test("a HEIC loses the boxes of the file and of its descriptions that no picture needs", () => {
  const secrets = ["uuid", "moov", "free", "xml "].map((type) => box(type, Buffer.from("secret")));
  const empty = secrets.map(() => box("free", Buffer.alloc(6)));
  expect(clean(heicOf({ meta: secrets }))).toEqual(heicOf({ meta: empty }));
  expect(clean(heicOf({ after: secrets }))).toEqual(heicOf({ after: empty }));
});

test("a HEIC keeps the boxes that say how its pictures belong together", () => {
  const meta = ["iref", "grpl", "ipro", "dinf"].map((type) => box(type, Buffer.from("needed")));
  const photo = heicOf({ meta });
  expect(clean(photo)).toEqual(photo);
});

test("a HEIC loses the texts and times that people and devices wrote, and keeps how it is turned", () => {
  const turned = box("irot", Buffer.from([1]));
  const colours = box("colr", Buffer.from("Display P3"));
  const written = ["udes", "altt", "crtt", "mdft", "uuid"];
  const properties = written.map((type) => box(type, Buffer.from("secret")));
  const empty = written.map(() => box("free", Buffer.alloc(6)));
  expect(clean(heicOf({ properties: [sizeOf(8, 8), turned, ...properties, colours] }))).toEqual(
    heicOf({ properties: [sizeOf(8, 8), turned, ...empty, colours] }),
  );
});

test("a HEIC may have a picture beside its descriptions", () => {
  const idat = box("idat", Buffer.from("ssPPPsss"));
  const data = Buffer.from("QQQsss");
  const items = [
    { extents: [at(0, 3)] },
    { method: 1, extents: [[2, 3]] as [number, number][] },
    { type: "mime", method: 1, extents: [[8, 0]] as [number, number][] },
  ];
  const emptied = {
    data: Buffer.from("QQQ\0\0\0"),
    meta: [box("idat", Buffer.from("\0\0PPP\0\0\0"))],
  };
  const parts = { items, version: 1 as const };
  const cleaned = clean(heicOf({ ...parts, data, meta: [idat] }));
  expect(cleaned).toEqual(heicOf({ ...parts, ...emptied }));
});

test("a HEIC may have a picture that goes on to the end of where it is", () => {
  const photo = heicOf({ data: Buffer.from("ssPP"), items: [{ extents: [at(2, 0)] }] });
  expect(shown(clean(photo).subarray(DATA_START, DATA_START + 4))).toBe("..PP");
  const [idat, emptied] = ["ssPPP", "\0\0PPP"].map((text) => box("idat", Buffer.from(text)));
  const items = [{ method: 1, extents: [[2, 0]] as [number, number][] }];
  const parts = { data: Buffer.alloc(4), items, version: 1 as const };
  expect(clean(heicOf({ ...parts, meta: idat ? [idat] : [] }))).toEqual(
    heicOf({ ...parts, meta: emptied ? [emptied] : [] }),
  );
});

test.each<[string, HeicParts]>([
  ["a base", { bytes: { base: 4 }, items: [{ base: DATA_START, extents: [[2, 3]] }] }],
  [
    "a base alone",
    { bytes: { base: 8, offset: 0 }, items: [{ base: DATA_START + 2, extents: [[0, 3]] }] },
  ],
  ["bytes", { bytes: { offset: 1, length: 1 } }],
  ["2 bytes", { bytes: { offset: 2, length: 2 } }],
  ["8 bytes", { bytes: { offset: 8, length: 8 } }],
  ["an index that the old version has not", { bytes: { index: 4 } }],
  ["version 1", { version: 1 }],
  ["version 1 with an index", { version: 1, bytes: { index: 4 } }],
  ["version 2", { version: 2 }],
  ["more items than fit 2 bytes", { typesVersion: 1 }],
  ["long ids of items", { version: 2, items: [{ entryVersion: 3, extents: [at(2, 3)] }] }],
  ["another picture beside its descriptions", { meta: [box("idat", Buffer.alloc(4))] }],
])("a HEIC says in any of the known ways where its picture is: %s", (_, parts) => {
  const data = Buffer.from("ssPPPss");
  expect(dataOf({ items: [{ extents: [at(2, 3)] }], ...parts, data })).toBe("..PPP..");
});

test.each<[string, HeicParts]>([
  ["no picture", { items: [{ type: "Exif", extents: [at(0, 3)] }] }],
  ["no item", { items: [] }],
  ["numbers of 3 bytes", { bytes: { offset: 3 } }],
  ["a picture in another file", { version: 1, items: [{ reference: 1, extents: [at(0, 3)] }] }],
  ["a picture in another file, in the old way", { items: [{ reference: 1, extents: [at(0, 3)] }] }],
  ["a picture made of others' bytes", { version: 1, items: [{ method: 2, extents: [[0, 3]] }] }],
  ["a picture in a box that is missing", { version: 1, items: [{ method: 1, extents: [[0, 3]] }] }],
  [
    "a picture that leaves its box",
    {
      version: 1,
      items: [{ method: 1, extents: [[0, 5]] }],
      meta: [box("idat", Buffer.alloc(4))],
    },
  ],
  ["a picture that begins after the end", { items: [{ extents: [[9999, 0]] }] }],
  [
    "a box shorter than its own header",
    { properties: [sizeOf(8, 8), Buffer.from("\0\0\0\x04\0\0\0\x08free")] },
  ],
  [
    "a box longer than the one around it",
    { properties: [sizeOf(8, 8), Buffer.from("\0\0\0\x0cfree")] },
  ],
  ["a box longer than the file", { after: [Buffer.from("\0\0\0\x09free")] }],
  ["two lists of places", { meta: [box("iloc", Buffer.alloc(8))] }],
  ["a second description of the file", { after: [box("meta", Buffer.alloc(4))] }],
  ["a picture without pixels", { properties: [sizeOf(8, 0)] }],
  ["too many pixels", { properties: [sizeOf(8, 8), sizeOf(15_001, 10_000)] }],
  ["too many boxes", { after: many(MAX_PARTS - 2, box("free")) }],
  ["too many parts of pictures", { items: [{ extents: many(MAX_PARTS + 1, at(0, 1)) }] }],
  [
    "too many parts of all pictures",
    { items: [{ extents: many(MAX_PARTS, at(0, 1)) }, { extents: [at(0, 1)] }] },
  ],
])("a HEIC is refused with %s", (_, parts) => {
  expect(isRefused(parts)).toBe(true);
});

test.each<[string, HeicParts]>([
  ["as many boxes as allowed", { after: many(MAX_PARTS - 3, box("free")) }],
  ["as many parts of pictures as allowed", { items: [{ extents: many(MAX_PARTS, at(0, 1)) }] }],
  ["as many pixels as allowed", { properties: [sizeOf(15_000, 10_000)] }],
])("a HEIC is accepted with %s", (_, parts) => {
  expect(isRefused(parts)).toBe(false);
});

test("a HEIC may have a box whose length has 8 bytes", () => {
  const data = Buffer.from("secret");
  const { length } = heicOf({});
  const cleaned = clean(heicOf({ after: [longBox("uuid", data), box("free")] }));
  expect(shown(cleaned.subarray(length))).toBe("...\x01free.......\x16.........\x08free");
});

test("a HEIC may have a last box without a length", () => {
  const { length } = heicOf({});
  const cleaned = clean(heicOf({ after: [Buffer.from("\0\0\0\0uuidsecret")] }));
  expect(shown(cleaned.subarray(length))).toBe("....free......");
});
