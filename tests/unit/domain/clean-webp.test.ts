import { expect, test } from "vitest";
import { cleanPhoto } from "../../../src/domain/photo/clean-photo.ts";
import { exif, riff, riffFile, SECRET, webp } from "../../support/photos.ts";

const note = riff("NOTE", Buffer.from(SECRET));
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

const clean = (photo: Buffer): Buffer => {
  const pieces = cleanPhoto("webp", photo);
  if (!pieces) throw new Error("The photo is damaged");
  return Buffer.concat(pieces);
};

test.each<[string, Buffer]>([
  ["lossless", riffFile([lossless(0)])],
  ["see-through", riffFile([extended(0x10, 7, 0, 0, 7, 0, 0), alpha, lossy])],
  ["as large as 256 by 256", riffFile([extended(0, 255, 0, 0, 255, 0, 0), lossy])],
  ["high", webp({ width: 255, height: 16_383 })],
  ["high and lossless", riffFile([lossless(0x00_ff_00_0f)])],
])("a WebP without anything to remove stays byte for byte: %s", (_, photo) => {
  expect(clean(photo)).toEqual(photo);
});

test("a WebP loses what is hidden in the frames of an animation", () => {
  const pure = animation(frame(alpha, lossy), frame(lossless(0)));
  expect(clean(animation(frame(note, alpha, lossy), frame(lossless(0), note)))).toEqual(pure);
});

const beyond = Buffer.concat([riffFile([lossy]), Buffer.alloc(20)]);
beyond.writeUInt32LE(14, 16);

test("a WebP stays whole where a last chunk lacks the byte that makes it even", () => {
  const odd = lossless(0).subarray(0, -1);
  odd.writeUInt32LE(5, 4);
  const whole = animation(frame(odd), frame(lossy));
  expect(clean(whole)).toEqual(whole);
  expect(clean(animation(frame(note, odd), frame(lossy)))).toEqual(whole);
  const last = riffFile([riff("EXIF", exif(6)), odd]);
  const turned = clean(last);
  expect(turned.indexOf("EXIF") % 2).toBe(0);
  expect(clean(turned)).toEqual(turned);
});

test.each<[string, Buffer]>([
  ["no picture", riffFile([extended(0, 7, 0, 0, 7, 0, 0), alpha])],
  ["too many pixels", webp({ width: 16_383, height: 16_383 })],
  ["too many lossless pixels", riffFile([lossless(0x0f_ff_ff_ff)])],
  ["no pixels", webp({ width: 0 })],
  ["a chunk that leaves its frame", animation(frame(lossy.subarray(0, -2)), frame(lossy))],
  ["a frame without its place", animation(riff("ANMF", Buffer.alloc(4)))],
  ["a chunk that goes on after its end", beyond],
  ["a missing last byte", riffFile([lossy, riff("NOTE", Buffer.from("s"))]).subarray(0, -1)],
])("a WebP is refused with %s", (_, photo) => {
  expect(cleanPhoto("webp", photo)).toBeNull();
});
