import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { markFile } from "../../src/server/pictures/mark-file.ts";
import { firstPage, kindOf, pixelsOf, redLine, written } from "./support/drawn-shapes.ts";
import { decompressionBomb } from "./support/photos.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

type Format = "jpeg" | "png" | "webp";
const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: background.length > 7 ? 4 : 3, background } });

/** A grey photo of 1600 by 1200 pixels, stored as a camera does that is held in an orientation. */
const grey = (orientation = 1, format: Format = "jpeg") =>
  plain(1600, 1200, "#808080").withMetadata({ orientation })[format]().toBuffer();

const mark = (bytes: Uint8Array, pages = firstPage([redLine(2500)]), name = "a.jpg") =>
  markFile({ bytes, name }, pages, "en");

test.each([
  ["as it was taken", 1, 0, [1600, 1200]],
  ["turned by the tutor", 1, 90, [1200, 1600]],
  ["turned by both", 6, 90, [1600, 1200]],
  ["turned to the other side", 8, 270, [1600, 1200]],
] as const)("a stroke is where it was drawn on a photo %s", async (_, orientation, turn, size) => {
  const bytes = await grey(orientation);
  const before = Buffer.from(bytes);
  const marked = await mark(bytes, firstPage([redLine(2500)], turn), "seam.jpg");
  expect(marked).toMatchObject({ type: "image/jpeg", name: "seam-marked.jpg" });
  expect(before.equals(bytes)).toBe(true);
  const { width, height, isRed, isGrey } = await pixelsOf(marked.bytes);
  expect([width, height]).toEqual(size);
  const y = Math.round(width / 4);
  for (const share of [0.15, 0.5, 0.85]) expect(isRed(Math.round(width * share), y)).toBe(true);
  expect(isGrey(width / 2, y + 20)).toBe(true);
  expect(isGrey(5, y)).toBe(true);
});

test("a photo is turned with what it shows, clockwise", async () => {
  const corner = await plain(160, 120, "#0000ff").png().toBuffer();
  const photo = sharp(await grey()).composite([{ input: corner, left: 0, top: 0 }]);
  const marked = await mark(await photo.jpeg().toBuffer(), firstPage([redLine(9000)], 90));
  const { at, width } = await pixelsOf(marked.bytes);
  expect(at(width - 10, 10)[2]).toBeGreaterThan(200);
  expect(at(10, 10)[2]).toBeLessThan(150);
});

test("nothing that a camera writes into a photo is in its marked copy", async () => {
  const bytes = await sharp(await grey())
    .withExif({ IFD0: { Make: "the camera of Noa" }, IFD3: { GPSLatitude: "48/1 12/1 30/1" } })
    .toBuffer();
  expect((await sharp(bytes).metadata()).exif).toBeDefined();
  const marked = await mark(bytes);
  const { exif: kept, icc, xmp, iptc } = await sharp(marked.bytes).metadata();
  expect({ kept, icc, xmp, iptc }).toEqual({});
});

test("a screenshot with transparent parts keeps them, as WebP", async () => {
  const bytes = await plain(1000, 1000, "#00000000").png().toBuffer();
  const marked = await mark(bytes, firstPage([redLine(5000)]), "a.PNG");
  expect(marked).toMatchObject({ type: "image/webp", name: "a-marked.webp" });
  const { data } = await sharp(marked.bytes).raw().toBuffer({ resolveWithObject: true });
  expect([data[3], data[(500 * 1000 + 500) * 4 + 3]]).toEqual([0, 255]);
});

test.each<[string, (photo: Sharp) => Sharp]>([
  ["in grey", (photo) => photo.toColourspace("b-w").jpeg()],
  ["in four printing colours", (photo) => photo.toColourspace("cmyk").jpeg()],
  ["in 16 bits", (photo) => photo.toColourspace("rgb16").png()],
  ["with a palette", (photo) => photo.png({ palette: true })],
  ["as WebP", (photo) => photo.webp()],
])("a photo %s is marked in red", async (_, stored) => {
  const bytes = await stored(sharp(await grey()).resize(800)).toBuffer();
  expect((await pixelsOf((await mark(bytes)).bytes)).isRed(400, 200)).toBe(true);
});

/** Where there is ink of a text, as columns of a white picture. */
const columnsOf = (pixels: Buffer): number[] => {
  const width = 1000;
  const dark = (column: number) => {
    for (let at = column; at < pixels.length; at += width) {
      if ((pixels[at] ?? 255) < 128) return true;
    }
    return false;
  };
  return Array.from({ length: width }, (_, column) => column).filter(dark);
};

test("texts have the letters of Latin, Greek, Cyrillic and Hebrew on a server that has no fonts", () => {
  const folder = temporaryFolder();
  const settings = path.join(folder, "fonts.conf");
  writeFileSync(settings, `<fontconfig><dir>${folder}</dir></fontconfig>`);
  // Boxes in place of letters would look the same for all letters of a script.
  const texts = ["Seam", "SSSS", "Ραφή", "ΡΡΡΡ", "Шовы", "ШШШШ", "תפר", "תתת"];
  const program = path.join(import.meta.dirname, "support/mark-without-fonts.ts");
  const { status, stderr } = spawnSync(process.execPath, [program, folder, ...texts], {
    env: { FONTCONFIG_FILE: settings, PATH: process.env.PATH },
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
  const columns = texts.map((_, index) =>
    columnsOf(readFileSync(path.join(folder, `${index}.raw`))),
  );
  for (const [index, ink] of columns.entries()) {
    expect(ink.length).toBeGreaterThan(30);
    if (index % 2 === 1) expect(ink).not.toEqual(columns[index - 1]);
  }
});

test.each([
  ["from its corner to the right", "Seam", [98, 250]],
  ["in Hebrew from its corner to the left", "תפר", [20, 105]],
])("a text runs %s", async (_, text, [from = 0, to = 0]) => {
  const white = await plain(1000, 400, "#ffffff").jpeg({ quality: 95 }).toBuffer();
  const { bytes } = await mark(white, firstPage([written(text, 1000, 1000)]));
  const columns = columnsOf(await sharp(bytes).greyscale().raw().toBuffer());
  expect(columns.at(0)).toBeGreaterThanOrEqual(from);
  expect(columns.at(-1)).toBeLessThanOrEqual(to);
});

test.each([
  [400, 300],
  [4000, 3000],
  [3000, 4000],
])("the words of a mark can be read on a phone: a photo of %i by %i", async (width, height) => {
  const white = await plain(width, height, "#ffffff").jpeg().toBuffer();
  const { bytes } = await mark(white, firstPage([written("H", 1000, 1000)]));
  const small = sharp(bytes).resize({ width: 300 }).greyscale();
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  const isInked = (row: number) =>
    data.subarray(row * info.width, (row + 1) * info.width).some((level) => level < 140);
  const rows = Array.from({ length: info.height }, (_, row) => row).filter(isInked);
  // A capital of letters of 12 pixels.
  expect(rows.length).toBeGreaterThanOrEqual(8);
  expect(rows.length).toBeLessThanOrEqual(12);
});

test("a photo of more than 12 megapixels becomes one of 4096 pixels, with the strokes in their places", async () => {
  const bytes = await plain(6000, 4500, "#808080").jpeg().toBuffer();
  const marked = await mark(bytes, firstPage([redLine(2500)], 90));
  const { width, height, isRed } = await pixelsOf(marked.bytes);
  expect([width, height]).toEqual([3072, 4096]);
  expect(isRed(1500, Math.round(width / 4))).toBe(true);
});

const large = () => plain(5000, 5000, "#ffffff");

/** What is no photo, or opens as a whole alone and would take the memory. */
test.each<[string, string, () => Uint8Array | Promise<Uint8Array>]>([
  ["a text", "unsupported", () => Buffer.from("a letter")],
  ["a drawing", "unsupported", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["HEIC", "unsupported", () => Buffer.from("....ftypheic........")],
  ["nothing", "unsupported", () => new Uint8Array()],
  ["half a photo", "damaged", async () => (await grey()).subarray(0, 100)],
  ["200 megapixels in some kilobytes", "too-large", () => decompressionBomb(14_200)],
  ["25 megapixels as a PNG", "too-large", () => large().png({ progressive: true }).toBuffer()],
  ["25 megapixels as a WebP", "too-large", () => large().webp({ effort: 0 }).toBuffer()],
  ["25 megapixels as a JPEG", "too-large", () => large().jpeg({ progressive: true }).toBuffer()],
])("%s in place of a photo is refused as %s", async (_, kind, make) => {
  expect(await kindOf(mark(await make()))).toBe(kind);
});

test.each([
  ["too-slow", { megabytes: 512, seconds: 0.001 }],
  // A process with Node's program alone has more.
  ["too-large", { megabytes: 20, seconds: 20 }],
])(
  "a drawing that is %s is given up with its process, and the next one is made",
  async (kind, limits) => {
    const bytes = await grey();
    const given = markFile({ bytes, name: "a.jpg" }, firstPage([redLine(500)]), "en", limits);
    expect(await kindOf(given)).toBe(kind);
    expect(await kindOf(mark(bytes))).toBe("marked");
  },
);
