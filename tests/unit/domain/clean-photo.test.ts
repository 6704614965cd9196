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
const inExif = (tiff: Buffer) => segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), tiff]));

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

test("a photo keeps its colours", () => {
  const profile = segment(0xe2, Buffer.from("ICC_PROFILE\0\x01\x01 Display P3"));
  const adobe = segment(0xee, Buffer.from("Adobe\0\x64\0\0\0\0\x01"));
  const wide = jpeg({ length: 0, more: [profile, adobe] });
  expect(cleaned("jpeg", wide)).toEqual(wide);
  const bright = png({ more: [chunk("tRNS", Buffer.from([0, 1]))] });
  expect(cleaned("png", bright)).toEqual(bright);
  const still = riff("VP8L", Buffer.from([0x2f, 7, 0xc0, 1, 0]));
  const animated = riffFile([
    riff("VP8X", Buffer.from([0x22, 0, 0, 0, 7, 0, 0, 7, 0, 0])),
    riff("ICCP", Buffer.from("Display P3")),
    riff("ANIM", Buffer.alloc(6)),
    riff("ANMF", Buffer.concat([Buffer.alloc(16), still])),
  ]);
  expect(cleaned("webp", animated)).toEqual(animated);
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

test.each<[PhotoKind, Buffer]>([
  ["jpeg", jpeg({ width: 65_000, height: 65_000 })],
  ["jpeg", jpeg({ width: 0 })],
  ["png", png({ width: 100_000, height: 100_000 })],
  ["png", png({ height: 0 })],
  ["webp", webp({ flags: 0, width: 60_000, height: 60_000 })],
])("a photo is refused when it would fill the memory of who opens it: %s %#", (kind, photo) => {
  expect(cleanPhoto(kind, photo)).toBeNull();
});

const [signature, header, rest] = [png().subarray(0, 8), png().subarray(8, 33), png().subarray(33)];
const comment = chunk("tEXt", Buffer.from([0, 0, 0, 1, 0, 0, 0, 1]));
const end = chunk("IEND", Buffer.alloc(0));
const SCRIPT = Buffer.from("<script>alert(1)</script>");
const commented = Buffer.from("\xff\xd8\xff\xfe\0\x09/*\xff\xd9", "latin1");
const riffed = Buffer.from("RIFF\x20\0\0\0WEBP");

test.each<[string, PhotoKind, Buffer[]]>([
  ["a script after a JPEG's beginning", "jpeg", [commented, SCRIPT]],
  ["a script after a PNG's beginning", "png", [signature, SCRIPT]],
  ["a PNG without its header", "png", [signature, comment, rest]],
  ["a PNG whose header is not the first chunk", "png", [signature, comment, header, rest]],
  ["a PNG without pixels", "png", [signature, header, end]],
  ["a script after a WebP's beginning", "webp", [riffed, SCRIPT, Buffer.alloc(7, " ")]],
])("a file that only begins as a photo is refused: %s", (_, kind, parts) => {
  expect(cleanPhoto(kind, Buffer.concat(parts))).toBeNull();
});
