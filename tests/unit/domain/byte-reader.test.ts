import { expect, test } from "vitest";
import {
  assertSize,
  ByteReader,
  DamagedPhoto,
  orientationIn,
  orientationOnly,
  Pieces,
} from "../../../src/domain/photo/byte-reader.ts";
import { exif } from "../../support/photos.ts";

const reader = new ByteReader(Uint8Array.of(0, 0, 0, 1, 0, 2, 3, 4, 0x41, 0xe9));

test.each([
  [0, 8, false, 2 ** 32 + 0x20304],
  [3, 1, false, 1],
  [6, 2, false, 0x304],
  [6, 2, true, 0x403],
  [5, 3, false, 0x20304],
  [5, 3, true, 0x40302],
  [4, 4, false, 0x20304],
  [4, 4, true, 0x4030200],
])("reads a number from %i, %i bytes, little endian %s", (at, size, littleEndian, value) => {
  expect(reader.number(at, size, littleEndian)).toBe(value);
});

test("a reader of bytes reads names and parts", () => {
  expect(reader.text(8, 2)).toBe("Aé");
  expect(reader.part(5, 7)).toEqual(Uint8Array.of(2, 3));
  expect(reader.part(10, 10)).toHaveLength(0);
});

test.each([
  [-1, 2],
  [3, 2],
  [9, 11],
])("a reader of bytes refuses what is not there: %i to %i", (from, to) => {
  expect(() => reader.part(from, to)).toThrow(DamagedPhoto);
});

const original = Uint8Array.of(1, 2, 3, 4);

test("the pieces of a photo are the original where all of it is kept", () => {
  const pieces = new Pieces(original);
  pieces.keep(0, 1);
  pieces.keep(1, 4);
  expect(pieces.all()).toHaveLength(1);
  expect(pieces.all()[0]).toBe(original);
});

test("the pieces of a photo join neighbours alone, and nothing to what is added", () => {
  const pieces = new Pieces(original);
  pieces.add(Uint8Array.of(9));
  pieces.keep(1, 2);
  pieces.keep(2, 3);
  pieces.keep(0, 1);
  expect(pieces.all()).toEqual([Uint8Array.of(9), Uint8Array.of(2, 3), Uint8Array.of(1)]);
  expect(pieces.length).toBe(4);
});

test("the pieces of a photo are not the original where something follows or replaces it", () => {
  const [longer, other] = [new Pieces(original), new Pieces(original)];
  longer.keep(0, 4);
  longer.add(Uint8Array.of(9));
  other.add(Uint8Array.of(5, 6, 7, 8));
  expect(longer.all()).toEqual([original, Uint8Array.of(9)]);
  expect(other.all()).toEqual([Uint8Array.of(5, 6, 7, 8)]);
});

test("the pieces of a photo may be none", () => {
  expect(new Pieces(original).all()).toEqual([]);
});

test("a photo may have 150 million pixels, and needs one", () => {
  expect(() => assertSize(15_000, 10_000)).not.toThrow();
  expect(() => assertSize(1, 1)).not.toThrow();
  for (const [width, height] of [
    [150_000_001, 1],
    [0, 1],
    [1, 0],
  ] as const) {
    expect(() => assertSize(width, height)).toThrow(DamagedPhoto);
  }
});

/** Exif data for a photo turned by a quarter, with bytes changed. */
const changed = (at: number, ...bytes: number[]) => {
  const data = exif(6);
  data.set(bytes, at);
  return data;
};

/** Where the second entry begins: the orientation. */
const ENTRY = 22;

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  "the turn of a photo is read and written: %i",
  (orientation) => {
    expect(orientationIn(exif(orientation))).toBe(orientation);
    expect(orientationIn(exif(orientation, true))).toBe(orientation);
    expect(orientationIn(orientationOnly(orientation))).toBe(orientation);
    expect(orientationIn(Buffer.concat([Buffer.from("Exif\0\0"), exif(orientation)]))).toBe(
      orientation,
    );
  },
);

test.each<[string, Buffer]>([
  ["nothing", Buffer.alloc(0)],
  ["the name of Exif data alone", Buffer.from("Exif\0\0")],
  ["an unknown order of bytes", changed(0, 0x58, 0x58)],
  ["another number than 42", changed(2, 0, 43)],
  ["an entry that does not count", changed(8, 0, 1)],
  ["a number that is too long", changed(ENTRY + 2, 0, 4)],
  ["the value 0", exif(0)],
  ["the value 9", exif(9)],
  ["an end before the value", exif(6).subarray(0, ENTRY + 8)],
])("a photo is not turned with %s", (_, data) => {
  expect(orientationIn(data)).toBe(1);
});
