import { expect, test } from "vitest";
import { cleanPhoto, type PhotoKind } from "../../../src/domain/photo/clean-photo.ts";
import {
  chunk,
  exif,
  jpeg,
  png,
  riff,
  riffFile,
  SECRET,
  segment,
  webp,
} from "../../support/photos.ts";

const secret = Buffer.from(SECRET);
const inExif = (tiff: Buffer, marker = 0xe1) =>
  segment(marker, Buffer.concat([Buffer.from("Exif\0\0"), tiff]));

const cleaned = (kind: PhotoKind, bytes: Buffer): Buffer => {
  const pieces = cleanPhoto(kind, bytes);
  if (!pieces) throw new Error("The photo is damaged");
  return Buffer.concat(pieces);
};

/** Exif data with nothing but an orientation. */
const turned = (orientation: number) =>
  Buffer.from(
    `4d4d002a00000008000101120003000000010${orientation.toString(16).padStart(3, "0")}000000000000`,
    "hex",
  );

/** Turned photos, which say so in Exif data that also has a secret. */
const whole: [PhotoKind, Buffer][] = [
  ["jpeg", jpeg({ length: 0, more: [inExif(exif(6))] })],
  ["png", png({ more: [chunk("eXIf", exif(6))] })],
  ["webp", webp({ flags: 8, more: [riff("EXIF", exif(6, true))] })],
];

test.each<[PhotoKind, Buffer]>([
  ["jpeg", jpeg()],
  ["png", png()],
  ["webp", webp()],
  ["webp", webp({ flags: 0x10 })],
  // Cleaned before, as by the app.
  ...whole.map(([kind, photo]): [PhotoKind, Buffer] => [kind, cleaned(kind, photo)]),
])("a photo without anything to remove stays byte for byte: %s %#", (kind, photo) => {
  // The bytes themselves, so that nobody stores them again.
  expect(cleanPhoto(kind, photo)).toEqual([expect.toSatisfy((bytes) => bytes === photo)]);
});

const marked = (marker: number, name: string) => segment(marker, Buffer.from(`${name}\0${SECRET}`));
const make = { jpeg, png, webp };
type Made = keyof typeof make;

test.each<[string, Made, Buffer[], hidden?: object, clean?: object]>([
  ["Exif of a JPEG", "jpeg", [inExif(exif(1))]],
  ["XMP of a JPEG", "jpeg", [marked(0xe1, "http://ns.adobe.com/xap/1.0/")]],
  ["IPTC of a JPEG", "jpeg", [marked(0xed, "Photoshop 3.0")]],
  ["a JPEG's comment", "jpeg", [segment(0xfe, secret)]],
  ["a maker's segment of a JPEG", "jpeg", [segment(0xef, secret)]],
  ["further pictures in a JPEG", "jpeg", [marked(0xe2, "MPF")]],
  ["what is between the segments of a JPEG", "jpeg", [secret]],
  ["a PNG's texts", "png", ["tEXt", "zTXt", "iTXt"].map((type) => chunk(type, secret))],
  ["a PNG's time and private chunks", "png", ["tIME", "prVt"].map((type) => chunk(type, secret))],
  ["Exif of a PNG", "png", [chunk("eXIf", exif(1))]],
  ["Exif of a WebP", "webp", [riff("EXIF", exif(1, true))], { flags: 8 }, { flags: 0 }],
  ["XMP of a WebP", "webp", [riff("XMP ", secret)], { flags: 4 }, { flags: 0 }],
  ["unknown chunks of a WebP", "webp", [riff("NOTE", secret)]],
])("a photo loses what tells who, where and when: %s", (_, kind, more, hidden, clean) => {
  const photo = make[kind]({ length: 0, ...hidden, more });
  expect(photo.includes(secret)).toBe(true);
  expect(cleaned(kind, photo)).toEqual(make[kind]({ length: 0, ...clean }));
});

test.each<Made>(["jpeg", "png", "webp"])("a photo loses what follows its end: %s", (kind) => {
  expect(cleaned(kind, Buffer.concat([make[kind](), secret]))).toEqual(make[kind]());
});

test.each([2, 3, 4, 5, 6, 7, 8])("a photo stays turned as it was: %i", (orientation) => {
  const exact = turned(orientation);
  const bare = (kind: "jpeg" | "webp", tiff: Buffer) =>
    kind === "jpeg"
      ? jpeg({ length: 0, more: [inExif(tiff)] })
      : webp({ length: 0, flags: 8, more: [riff("EXIF", tiff)] });
  for (const tiff of [exif(orientation), exif(orientation, true)]) {
    for (const kind of ["jpeg", "webp"] as const)
      expect(cleaned(kind, bare(kind, tiff))).toEqual(bare(kind, exact));
    const prefixed = Buffer.concat([Buffer.from("Exif\0\0"), tiff]);
    expect(cleaned("webp", bare("webp", prefixed))).toEqual(bare("webp", exact));
    const drawn = cleaned("png", png({ length: 0, more: [chunk("eXIf", tiff)] }));
    expect([drawn.includes(chunk("eXIf", exact)), drawn.includes(secret)]).toEqual([true, false]);
  }
});

test.each([
  ["an unknown value", exif(9)],
  ["a directory outside", Buffer.from("4d4d002affffffff", "hex")],
  ["another kind of data", Buffer.from("not Exif at all")],
  ["nothing", Buffer.alloc(0)],
])("a photo is not turned by damaged Exif data: %s", (_, tiff) => {
  expect(cleaned("jpeg", jpeg({ length: 0, more: [inExif(tiff)] }))).toEqual(jpeg({ length: 0 }));
});

test("a photo loses the small preview that shows more than the photo", () => {
  const preview = segment(
    0xe0,
    Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01\xff\xff\xff", "latin1"),
  );
  const photo = jpeg({ length: 0 });
  const withPreview = Buffer.concat([photo.subarray(0, 2), preview, photo.subarray(20)]);
  expect(cleaned("jpeg", withPreview)).toEqual(photo);
});

test.each(whole)("a photo that was cut off anywhere is refused: %s", (kind, photo) => {
  for (let length = 0; length < photo.length; length += 1) {
    expect([length, cleanPhoto(kind, photo.subarray(0, length))]).toEqual([length, null]);
  }
});

test.each(whole)("a photo whose bytes are changed is cleaned or refused: %s", (kind, photo) => {
  for (let at = 0; at < photo.length; at += 1) {
    for (const value of [0, 1, 0x7f, 0xff]) {
      const changed = Buffer.from(photo);
      changed[at] = value;
      const pieces = cleanPhoto(kind, changed);
      const size = pieces?.reduce((sum, { length }) => sum + length, 0) ?? 0;
      expect(size).toBeLessThanOrEqual(photo.length);
    }
  }
});

const latin = (text: string) => Buffer.from(text, "latin1");
/** A segment, as a string of bytes in Latin-1 or as they are. */
const holding = (marker: number, data: string | Buffer | number[]) =>
  segment(marker, typeof data === "string" ? latin(data) : Buffer.from(data));

const plain = jpeg({ length: 0 });
const END = latin("\xff\xd9");
const JFIF = latin("JFIF\0\x01\x01\0\0\x01\0\x01\0\0");
const ADOBE = latin("Adobe\0\x64\0\0\0\0\x01");
const withSegments = (...more: Buffer[]) => jpeg({ length: 0, more });

/** A JPEG with these bytes at the end of its scan. */
const withScan = (...data: Buffer[]) => Buffer.concat([plain.subarray(0, -2), ...data, END]);

test.each([
  ["of another kind that looks like a JFIF header", holding(0xe5, JFIF)],
  ["of the first kind that is no JFIF header", holding(0xe0, "JFXX\0 a preview")],
  ["that is a JFIF header cut short", holding(0xe0, JFIF.subarray(0, -1))],
  ["of another kind that looks like a profile", holding(0xe5, "ICC_PROFILE\0\x01")],
  ["of another kind that looks like Adobe's", holding(0xe5, ADOBE)],
  ["of Adobe's kind by someone else", holding(0xee, "s".repeat(12))],
  ["of Adobe's kind with more in it", holding(0xee, Buffer.concat([ADOBE, secret]))],
  ["of Exif data with another marker", inExif(exif(6), 0xe5)],
  ["without data", holding(0xe1, "")],
  ["that is a comment", holding(0xfe, secret)],
])("a JPEG loses a segment %s", (_, segmentOf) => {
  expect(cleaned("jpeg", withSegments(segmentOf))).toEqual(plain);
  expect(cleaned("jpeg", withScan(segmentOf))).toEqual(plain);
});

test.each([
  ["a marker without data", "\xff\x01"],
  ["the first restart", "\xff\xd0"],
  ["fill bytes", "\xff\xff"],
  ["a stuffed byte", "\xff\0\x20"],
])("a JPEG loses what stands between its segments: %s", (_, bytes) => {
  expect(cleaned("jpeg", withSegments(latin(bytes)))).toEqual(plain);
});

test("a JPEG is turned by the first Exif data alone", () => {
  const with3 = (orientation: number) =>
    cleaned("jpeg", withSegments(inExif(exif(orientation)), inExif(exif(3))));
  expect([with3(6), with3(1)]).toEqual([cleaned("jpeg", withSegments(inExif(exif(6)))), plain]);
});

const note = riff("NOTE", secret);
/** The header of a lossless picture, with the sizes in `bits`. */
const lossless = (bits: number) => {
  const data = Buffer.alloc(6, 0x2f);
  data.writeUInt32LE(bits, 1);
  return riff("VP8L", data);
};
const extended = (flags: number, ...size: number[]) =>
  riff("VP8X", Buffer.from([flags, 0, 0, 0, ...size]));
const lossy = riff("VP8 ", Buffer.from([0, 0, 0, 0x9d, 1, 0x2a, 8, 0, 8, 0]));
const alpha = riff("ALPH", Buffer.from("alpha!"));
const frame = (...chunks: Buffer[]) =>
  riff("ANMF", Buffer.concat([Buffer.alloc(16, 1), ...chunks]));
const animation = (...frames: Buffer[]) =>
  riffFile([extended(2, 7, 0, 0, 7, 0, 0), riff("ANIM", Buffer.alloc(6)), ...frames]);

test("a WebP loses what is hidden in the frames of an animation", () => {
  const pure = animation(frame(alpha, lossy), frame(lossless(0)));
  const hiding = animation(frame(note, alpha, lossy), frame(lossless(0), note));
  expect(cleaned("webp", hiding)).toEqual(pure);
});

test("a WebP stays whole where a last chunk lacks the byte that makes it even", () => {
  const odd = lossless(0).subarray(0, -1);
  odd.writeUInt32LE(5, 4);
  const whole = animation(frame(odd), frame(lossy));
  expect(cleaned("webp", whole)).toEqual(whole);
  expect(cleaned("webp", animation(frame(note, odd), frame(lossy)))).toEqual(whole);
  const last = cleaned("webp", riffFile([riff("EXIF", exif(6)), odd]));
  expect(last.indexOf("EXIF") % 2).toBe(0);
  expect(cleaned("webp", last)).toEqual(last);
});

const colours = [holding(0xe2, "ICC_PROFILE\0\x01\x01 Display P3"), segment(0xee, ADOBE)];
const furtherScan = [holding(0xc4, [0, 1]), holding(0xda, [1, 1, 0, 0, 63, 0]), latin("data")];
const brightFilm = riffFile([
  ...[extended(0x22, 7, 0, 0, 7, 0, 0), riff("ICCP", latin("Display P3"))],
  ...[riff("ANIM", Buffer.alloc(6)), frame(lossless(0))],
]);

test.each<[string, PhotoKind, Buffer]>([
  ["the colours of a JPEG", "jpeg", withSegments(...colours)],
  ["an empty profile", "jpeg", withSegments(holding(0xe2, "ICC_PROFILE\0"))],
  ["restart intervals", "jpeg", withSegments(holding(0xdd, [0, 4]))],
  ["the last of the tables", "jpeg", withSegments(holding(0xdf, [0]))],
  ["the first of the tables", "jpeg", withSegments(holding(0xcc, [0, 0]))],
  ["a stuffed byte in its data", "jpeg", withScan(latin("\xff\0\x20"))],
  ["the first restart in its data", "jpeg", withScan(latin("\xff\xd0\x20"))],
  ["a fill byte after its data", "jpeg", withScan(latin("\xff"))],
  ["further scans, and the tables between them", "jpeg", withScan(...furtherScan)],
  ["the colours of a PNG", "png", png({ more: [chunk("tRNS", Buffer.from([0, 1]))] })],
  ["the colours of a WebP", "webp", brightFilm],
  ["a lossless picture", "webp", riffFile([lossless(0)])],
  ["what can be seen through", "webp", riffFile([extended(0x10, 7, 0, 0, 7, 0, 0), alpha, lossy])],
  ["256 by 256 pixels", "webp", riffFile([extended(0, 255, 0, 0, 255, 0, 0), lossy])],
  ["a great height", "webp", webp({ width: 255, height: 16_383 })],
  ["a great height, lossless", "webp", riffFile([lossless(0x00_ff_00_0f)])],
])("a photo keeps %s", (_, kind, photo) => {
  expect(cleaned(kind, photo)).toEqual(photo);
});

test.each<[PhotoKind, Buffer]>([
  ["jpeg", jpeg({ width: 65_000, height: 65_000 })],
  ["jpeg", jpeg({ width: 0 })],
  ["png", png({ width: 100_000, height: 100_000 })],
  ["png", png({ height: 0 })],
  ["webp", webp({ flags: 0, width: 60_000, height: 60_000 })],
  ["webp", webp({ width: 16_383, height: 16_383 })],
  ["webp", riffFile([lossless(0x0f_ff_ff_ff)])],
  ["webp", webp({ width: 0 })],
])("a photo is refused when it would fill the memory of who opens it: %s %#", (kind, photo) => {
  expect(cleanPhoto(kind, photo)).toBeNull();
});

const [begin, toFrame] = [plain.subarray(0, 2), plain.subarray(0, 20)];
const [signature, header, rest] = [png().subarray(0, 8), png().subarray(8, 33), png().subarray(33)];
const comment = chunk("tEXt", Buffer.from([0, 0, 0, 1, 0, 0, 0, 1]));
const end = chunk("IEND", Buffer.alloc(0));
const SCRIPT = latin("<script>alert(1)</script>");
const commented = latin("\xff\xd8\xff\xfe\0\x09/*\xff\xd9");
const riffed = latin("RIFF\x20\0\0\0WEBP");
const beyond = Buffer.concat([riffFile([lossy]), Buffer.alloc(20)]);
beyond.writeUInt32LE(14, 16);
const leaving = animation(frame(lossy.subarray(0, -2)), frame(lossy));
const uneven = riffFile([lossy, riff("NOTE", latin("s"))]);

test.each<[string, PhotoKind, Buffer[]]>([
  ["a script after a JPEG's beginning", "jpeg", [commented, SCRIPT]],
  ["another beginning", "jpeg", [latin("\xff\xd7"), plain.subarray(2)]],
  ["a segment shorter than its length", "jpeg", [withSegments(latin("\xff\xfe\0\x01"))]],
  ["a segment of length 0", "jpeg", [withSegments(latin("\xff\xfe\0\0"))]],
  ["neither frame nor scan", "jpeg", [toFrame, END]],
  ["a scan without a frame", "jpeg", [begin, holding(0xda, "\0".repeat(6)), END]],
  ["a frame without a scan", "jpeg", [begin, holding(0xc0, "\x01".repeat(9)), END]],
  ["a second frame without pixels", "jpeg", [withSegments(holding(0xcf, "\0".repeat(9)))]],
  ["a scan that goes on to the end", "jpeg", [plain.subarray(0, -1)]],
  ["a script after a PNG's beginning", "png", [signature, SCRIPT]],
  ["no header of a PNG", "png", [signature, comment, rest]],
  ["a header of a PNG that is not the first chunk", "png", [signature, comment, header, rest]],
  ["no pixels in a PNG", "png", [signature, header, end]],
  ["a script after a WebP's beginning", "webp", [riffed, SCRIPT, Buffer.alloc(7, " ")]],
  ["no picture", "webp", [riffFile([extended(0, 7, 0, 0, 7, 0, 0), alpha])]],
  ["a chunk that leaves its frame", "webp", [leaving]],
  ["a frame without its place", "webp", [animation(riff("ANMF", Buffer.alloc(4)))]],
  ["a chunk that goes on after its end", "webp", [beyond]],
  ["a missing last byte", "webp", [uneven.subarray(0, -1)]],
])("a file that only begins as a photo is refused, with %s", (_, kind, parts) => {
  expect(cleanPhoto(kind, Buffer.concat(parts))).toBeNull();
});
