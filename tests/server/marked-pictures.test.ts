import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { markFile } from "../../src/server/pictures/mark-file.ts";
import {
  firstPage,
  isGrey,
  isRed,
  kindOf,
  pixelsOf,
  redLine,
  written,
} from "./support/drawn-shapes.ts";
import { decompressionBomb } from "./support/photos.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

/** A grey photo of 1600 by 1200 pixels, stored as a camera does that is held in an orientation. */
const grey = (orientation = 1, format: "jpeg" | "png" | "webp" = "jpeg") =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#808080" } })
    .withMetadata({ orientation })
    [format]()
    .toBuffer();

test.each([
  ["as it was taken", 1, 0, [1600, 1200]],
  ["turned by the tutor", 1, 90, [1200, 1600]],
  ["turned by both", 6, 90, [1600, 1200]],
  ["turned to the other side", 8, 270, [1600, 1200]],
] as const)("a stroke is where it was drawn on a photo %s", async (_, orientation, turn, size) => {
  const bytes = await grey(orientation);
  const before = Buffer.from(bytes);
  const marked = await markFile(
    { bytes, name: "seam.jpg" },
    firstPage([redLine(2500)], turn),
    "en",
  );
  expect(marked).toMatchObject({ type: "image/jpeg", name: "seam-marked.jpg" });
  expect(before.equals(bytes)).toBe(true);
  const { width, height, at } = await pixelsOf(marked.bytes);
  expect([width, height]).toEqual(size);
  const y = Math.round(width / 4);
  for (const share of [0.15, 0.5, 0.85]) expect(isRed(at(Math.round(width * share), y))).toBe(true);
  expect(isGrey(at(width / 2, y + 20))).toBe(true);
  expect(isGrey(at(5, y))).toBe(true);
});

test("a photo is turned with what it shows, clockwise", async () => {
  const corner = await sharp({
    create: { width: 160, height: 120, channels: 3, background: "#00f" },
  })
    .png()
    .toBuffer();
  const bytes = await sharp(await grey())
    .composite([{ input: corner, left: 0, top: 0 }])
    .jpeg()
    .toBuffer();
  const marked = await markFile({ bytes, name: "a.jpg" }, firstPage([redLine(9000)], 90), "en");
  const { at, width } = await pixelsOf(marked.bytes);
  expect(at(width - 10, 10)[2]).toBeGreaterThan(200);
  expect(at(10, 10)[2]).toBeLessThan(150);
});

test("nothing that a camera writes into a photo is in its marked copy", async () => {
  const bytes = await sharp(await grey())
    .withExif({ IFD0: { Make: "the camera of Noa" }, IFD3: { GPSLatitude: "48/1 12/1 30/1" } })
    .toBuffer();
  expect((await sharp(bytes).metadata()).exif).toBeDefined();
  const marked = await markFile({ bytes, name: "a.jpg" }, firstPage([redLine(500)]), "en");
  const { exif: kept, icc, xmp, iptc } = await sharp(marked.bytes).metadata();
  expect({ kept, icc, xmp, iptc }).toEqual({});
});

test("a screenshot with transparent parts keeps them, as WebP", async () => {
  const bytes = await sharp({
    create: { width: 1000, height: 1000, channels: 4, background: "#00000000" },
  })
    .png()
    .toBuffer();
  const marked = await markFile({ bytes, name: "a.PNG" }, firstPage([redLine(5000)]), "en");
  expect(marked).toMatchObject({ type: "image/webp", name: "a-marked.webp" });
  const { data } = await sharp(marked.bytes).raw().toBuffer({ resolveWithObject: true });
  expect(data[3]).toBe(0);
  expect(data[(500 * 1000 + 500) * 4 + 3]).toBe(255);
});

test("photos in grey, in four printing colours, in 16 bits and with a palette are marked in red", async () => {
  const source = sharp(await grey()).resize(800);
  for (const bytes of [
    await source.clone().toColourspace("b-w").jpeg().toBuffer(),
    await source.clone().toColourspace("cmyk").jpeg().toBuffer(),
    await source.clone().toColourspace("rgb16").png().toBuffer(),
    await source.clone().png({ palette: true }).toBuffer(),
    await source.clone().webp().toBuffer(),
  ]) {
    const marked = await markFile({ bytes, name: "a" }, firstPage([redLine(2500)]), "en");
    expect(isRed((await pixelsOf(marked.bytes)).at(400, 200))).toBe(true);
  }
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
  const white = await sharp({
    create: { width: 1000, height: 400, channels: 3, background: "#fff" },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  const pages = firstPage([written(text, 1000, 1000)]);
  const { bytes } = await markFile({ bytes: white, name: "a.jpg" }, pages, "en");
  const columns = columnsOf(await sharp(bytes).greyscale().raw().toBuffer());
  expect(columns.at(0)).toBeGreaterThanOrEqual(from);
  expect(columns.at(-1)).toBeLessThanOrEqual(to);
});

test.each([
  [400, 300],
  [4000, 3000],
  [3000, 4000],
])(
  "the words of a mark can be read where a photo of %i by %i is as small as on a phone",
  async (width, height) => {
    const white = await sharp({ create: { width, height, channels: 3, background: "#fff" } })
      .jpeg()
      .toBuffer();
    const pages = firstPage([written("H", 1000, 1000)]);
    const { bytes } = await markFile({ bytes: white, name: "a.jpg" }, pages, "en");
    const small = sharp(bytes).resize({ width: 300 }).greyscale();
    const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
    const isInked = (row: number) =>
      data.subarray(row * info.width, (row + 1) * info.width).some((level) => level < 140);
    const rows = Array.from({ length: info.height }, (_, row) => row).filter(isInked);
    // A capital of letters of 12 pixels.
    expect(rows.length).toBeGreaterThanOrEqual(8);
    expect(rows.length).toBeLessThanOrEqual(12);
  },
);

test("a photo of more than 12 megapixels becomes one of 4096 pixels, with the strokes in their places", async () => {
  const bytes = await sharp({
    create: { width: 6000, height: 4500, channels: 3, background: "#808080" },
  })
    .jpeg()
    .toBuffer();
  const marked = await markFile({ bytes, name: "a.jpg" }, firstPage([redLine(2500)], 90), "en");
  const { width, height, at } = await pixelsOf(marked.bytes);
  expect([width, height]).toEqual([3072, 4096]);
  expect(isRed(at(1500, Math.round(width / 4)))).toBe(true);
});

test("what is no photo, or too large a one, is refused with its reason", async () => {
  const mark = (bytes: Uint8Array, pages = firstPage([redLine(500)])) =>
    kindOf(markFile({ bytes, name: "a.jpg" }, pages, "en"));
  expect(await mark(Buffer.from("a letter"))).toBe("unsupported");
  expect(await mark(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe("unsupported");
  expect(await mark(Buffer.from("....ftypheic........"))).toBe("unsupported");
  expect(await mark(new Uint8Array())).toBe("unsupported");
  expect(await mark((await grey()).subarray(0, 100))).toBe("damaged");
  // 200 megapixels in some kilobytes.
  expect(await mark(decompressionBomb(14_200))).toBe("too-large");
  expect(await mark(await grey(), [{ page: 2, turn: 0, shapes: [] }])).toBe("no-such-page");
});

test.each([
  ["PNG", (image: Sharp) => image.png({ progressive: true, compressionLevel: 1 })],
  ["WebP", (image: Sharp) => image.webp({ effort: 0 })],
  ["JPEG", (image: Sharp) => image.jpeg({ progressive: true })],
])(
  "a photo of 25 megapixels that opens as a whole alone, as a %s, is refused before it takes the memory",
  async (_, encode) => {
    const create = { width: 5000, height: 5000, channels: 3, background: "white" } as const;
    const bytes = await encode(sharp({ create })).toBuffer();
    expect(await kindOf(markFile({ bytes, name: "a" }, firstPage([redLine(500)]), "en"))).toBe(
      "too-large",
    );
  },
);

test("a drawing that takes too long is given up with its process, and the next one is made", async () => {
  const mark = async (seconds?: number) =>
    kindOf(
      markFile({ bytes: await grey(), name: "a.jpg" }, firstPage([redLine(500)]), "en", seconds),
    );
  expect(await mark(0.001)).toBe("too-slow");
  expect(await mark()).toBe("marked");
});
