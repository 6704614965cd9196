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

/** A segment, as a string of bytes in Latin-1 or as they are. */
const holding = (marker: number, data: string | Buffer | number[]) =>
  segment(marker, typeof data === "string" ? Buffer.from(data, "latin1") : Buffer.from(data));

test.each([
  ["of another kind that looks like a JFIF header", holding(0xe5, JFIF)],
  ["of the first kind that is no JFIF header", holding(0xe0, "JFXX\0 a preview")],
  ["that is a JFIF header cut short", holding(0xe0, JFIF.subarray(0, -1))],
  ["of another kind that looks like a profile", holding(0xe5, "ICC_PROFILE\0\x01")],
  ["of another kind that looks like Adobe's", holding(0xe5, ADOBE)],
  ["of Adobe's kind by someone else", holding(0xee, "s".repeat(12))],
  ["of Adobe's kind with more in it", holding(0xee, Buffer.concat([ADOBE, secret]))],
  ["of Exif data with another marker", exifSegment(0xe5, 6)],
  ["without data", holding(0xe1, "")],
  ["that is a comment", holding(0xfe, secret)],
])("a JPEG loses a segment %s", (_, segmentOf) => {
  expect(clean(withSegments(segmentOf))).toEqual(plain);
  expect(clean(withScan(segmentOf))).toEqual(plain);
});

test.each([
  ["a marker without data", [0xff, 0x01]],
  ["the first restart", [0xff, 0xd0]],
  ["fill bytes", [0xff, 0xff]],
  ["a stuffed byte", [0xff, 0, 0x20]],
])("a JPEG loses what stands between its segments: %s", (_, bytes) => {
  expect(clean(withSegments(Buffer.from(bytes)))).toEqual(plain);
});

const furtherScan = Buffer.concat([
  holding(0xc4, [0, 1]),
  holding(0xda, [1, 1, 0, 0, 63, 0]),
  Buffer.from("data"),
]);

test.each([
  ["an empty profile", withSegments(holding(0xe2, "ICC_PROFILE\0"))],
  ["restart intervals", withSegments(holding(0xdd, [0, 4]))],
  ["the last of the tables", withSegments(holding(0xdf, [0]))],
  ["the first of the tables", withSegments(holding(0xcc, [0, 0]))],
  ["a stuffed byte in its data", withScan(Buffer.from([0xff, 0, 0x20]))],
  ["the first restart in its data", withScan(Buffer.from([0xff, 0xd0, 0x20]))],
  ["a fill byte after its data", withScan(Buffer.from([0xff]))],
  ["further scans, and the tables between them", withScan(furtherScan)],
])("a JPEG keeps %s", (_, photo) => {
  expect(clean(photo)).toEqual(photo);
});

test("a JPEG is turned by the first Exif data alone", () => {
  const first = clean(withSegments(exifSegment(0xe1, 6)));
  expect(clean(withSegments(exifSegment(0xe1, 6), exifSegment(0xe1, 3)))).toEqual(first);
  expect(clean(withSegments(exifSegment(0xe1, 1), exifSegment(0xe1, 3)))).toEqual(plain);
});

const [begin, header] = [plain.subarray(0, 2), plain.subarray(0, 20)];

test.each([
  ["another beginning", Buffer.concat([Buffer.from([0xff, 0xd7]), plain.subarray(2)])],
  ["a segment shorter than its length", withSegments(Buffer.from([0xff, 0xfe, 0, 1]))],
  ["a segment of length 0", withSegments(Buffer.from([0xff, 0xfe, 0, 0]))],
  ["neither frame nor scan", Buffer.concat([header, END])],
  ["a scan without a frame", Buffer.concat([begin, holding(0xda, "\0".repeat(6)), END])],
  ["a frame without a scan", Buffer.concat([begin, holding(0xc0, "\x01".repeat(9)), END])],
  ["a second frame without pixels", withSegments(holding(0xcf, "\0".repeat(9)))],
  ["a scan that goes on to the end", plain.subarray(0, -1)],
])("a JPEG is refused with %s", (_, photo) => {
  expect(cleanPhoto("jpeg", photo)).toBeNull();
});
