import { expect, test } from "vitest";
import { cleanPhoto } from "../../../src/domain/photo/clean-photo.ts";
import { exif, jpeg, SECRET, segment } from "../../support/photos.ts";

const secret = Buffer.from(SECRET);
const plain = jpeg({ length: 0 });
const END = Buffer.from([0xff, 0xd9]);
const JFIF = Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\0\0");
const ADOBE = Buffer.from("Adobe\0\x64\0\0\0\0\x01");
const withSegments = (...more: Buffer[]) => jpeg({ length: 0, more });
const exifSegment = (marker: number, orientation: number) =>
  segment(marker, Buffer.concat([Buffer.from("Exif\0\0"), exif(orientation)]));

/** A JPEG with these bytes at the end of its scan. */
const withScan = (...data: Buffer[]) => Buffer.concat([plain.subarray(0, -2), ...data, END]);

const clean = (photo: Buffer): Buffer => {
  const pieces = cleanPhoto("jpeg", photo);
  if (!pieces) throw new Error("The photo is damaged");
  return Buffer.concat(pieces);
};

test.each<[string, Buffer]>([
  ["of another kind that looks like a JFIF header", segment(0xe5, JFIF)],
  ["of the first kind that is no JFIF header", segment(0xe0, Buffer.from("JFXX\0 a preview"))],
  ["that is a JFIF header cut short", segment(0xe0, JFIF.subarray(0, -1))],
  ["of another kind that looks like a profile", segment(0xe5, Buffer.from("ICC_PROFILE\0\x01"))],
  ["of another kind that looks like Adobe's", segment(0xe5, ADOBE)],
  ["of another kind that is as long as Adobe's", segment(0xe5, Buffer.alloc(12, "s"))],
  ["of Adobe's kind by someone else", segment(0xee, Buffer.alloc(12, "s"))],
  ["of Adobe's kind with more in it", segment(0xee, Buffer.concat([ADOBE, secret]))],
  ["of Exif data with another marker", exifSegment(0xe5, 6)],
  ["of a reserved kind", segment(0xbf, Buffer.alloc(40))],
  ["without data", segment(0xe1, Buffer.alloc(0))],
  ["of a comment without data", segment(0xfe, Buffer.alloc(0))],
])("a JPEG loses a segment %s", (_, segmentOf) => {
  expect(clean(withSegments(segmentOf))).toEqual(plain);
  expect(clean(withScan(segmentOf))).toEqual(plain);
});

test.each<[string, Buffer]>([
  ["an empty profile", segment(0xe2, Buffer.from("ICC_PROFILE\0"))],
  ["restart intervals", segment(0xdd, Buffer.from([0, 4]))],
  ["the last of the tables", segment(0xdf, Buffer.from([0]))],
  ["the first of the tables", segment(0xcc, Buffer.from([0, 0]))],
])("a JPEG keeps %s", (_, needed) => {
  expect(clean(withSegments(needed))).toEqual(withSegments(needed));
});

test.each([0x01, 0xd0, 0xd7, 0xd8])("a JPEG loses markers without data: %i", (marker) => {
  expect(clean(withSegments(Buffer.from([0xff, marker])))).toEqual(plain);
});

test.each([
  ["fill bytes", [0xff, 0xff]],
  ["a stuffed byte", [0xff, 0, 0x20]],
])("a JPEG loses what stands between its segments: %s", (_, bytes) => {
  expect(clean(withSegments(Buffer.from(bytes)))).toEqual(plain);
});

const secondScan = segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]));

test.each([
  ["a stuffed byte", [Buffer.from([0xff, 0, 0x20])]],
  ["the first restart", [Buffer.from([0xff, 0xd0, 0x20])]],
  ["the last restart", [Buffer.from([0xff, 0xd7, 0x20])]],
  ["a fill byte", [Buffer.from([0xff])]],
  [
    "further scans, and the tables between them",
    [segment(0xc4, Buffer.from([0, 1])), secondScan, Buffer.from("data")],
  ],
])("a JPEG keeps its compressed data: %s", (_, data) => {
  expect(clean(withScan(...data))).toEqual(withScan(...data));
});

test("a JPEG loses a comment between its scans", () => {
  expect(clean(withScan(segment(0xfe, secret)))).toEqual(plain);
});

test("a JPEG is turned by the first Exif data alone", () => {
  const first = clean(withSegments(exifSegment(0xe1, 6)));
  expect(clean(withSegments(exifSegment(0xe1, 6), exifSegment(0xe1, 3)))).toEqual(first);
  expect(clean(withSegments(exifSegment(0xe1, 1), exifSegment(0xe1, 3)))).toEqual(plain);
});

test.each<[string, Buffer]>([
  ["another beginning", Buffer.concat([Buffer.from([0xff, 0xd7]), plain.subarray(2)])],
  ["a segment shorter than its length", withSegments(Buffer.from([0xff, 0xfe, 0, 1]))],
  ["a segment of length 0", withSegments(Buffer.from([0xff, 0xfe, 0, 0]))],
  ["neither frame nor scan", Buffer.concat([plain.subarray(0, 20), END])],
  [
    "a scan without a frame",
    Buffer.concat([plain.subarray(0, 2), segment(0xda, Buffer.alloc(6)), END]),
  ],
  [
    "a frame without a scan",
    Buffer.concat([plain.subarray(0, 2), segment(0xc0, Buffer.alloc(9, 1)), END]),
  ],
  ["a second frame without pixels", withSegments(segment(0xcf, Buffer.alloc(9)))],
  ["a scan that goes on to the end", plain.subarray(0, -1)],
])("a JPEG is refused with %s", (_, photo) => {
  expect(cleanPhoto("jpeg", photo)).toBeNull();
});
