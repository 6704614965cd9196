import { expect, test } from "vitest";
import { orientationIn, orientationOnly } from "../../../src/domain/photo/byte-reader.ts";
import { exif } from "../../support/photos.ts";

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
