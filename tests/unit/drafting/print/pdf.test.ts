import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { PDFDocument } from "@cantoo/pdf-lib";
import { expect, it } from "vitest";
import { at } from "../../../../src/drafting/geometry.ts";
import {
  type Box,
  type Drawing,
  PRINT_STYLES,
  polyline,
  rectangle,
  type Text,
} from "../../../../src/drafting/print/drawing.ts";
import { type PdfOptions, writePdf } from "../../../../src/drafting/print/pdf.ts";
import { printPdf } from "../../../../src/drafting/print/print-files.ts";
import { visualOrder } from "../../../../src/drafting/print/visual-order.ts";
import { temporaryFolder } from "../../../server/support/temporary-folder.ts";
import { draftsOf } from "../drafted.ts";
import { LAYER_NAMES, paintBoxes, printRequest } from "./support.ts";

const CM = 72 / 2.54;
const OPTIONS: PdfOptions = {
  ...{ title: "Skirt", language: "en", isRightToLeft: false, isCompressed: false },
  ...{ layers: LAYER_NAMES, styles: PRINT_STYLES, paint: paintBoxes },
};

const text = (words: string): Text => ({
  ...{ layer: "label", text: words, at: at(3, 5), anchor: "left", size: 1 },
});
const write = async (drawing: Drawing, options: Partial<PdfOptions> = {}, clip?: Box) => {
  const page = { width: 21, height: 29.7, parts: [clip ? { drawing, clip } : { drawing }] };
  return Buffer.from(await writePdf([page], { ...OPTIONS, ...options })).toString("latin1");
};

const stroke = (layer: "cut" | "grain", x = 1) => polyline(layer, [at(x, 1), at(x + 1, 2)]);

it("the PDF has each line where it is, in real size, measured from the lower edge, and runs nothing", async () => {
  const square = rectangle("cut", { x: 2, y: 3, width: 10, height: 10 });
  const file = await write({ lines: [square], texts: [] });
  const corners = [...file.matchAll(/^([\d.]+) ([\d.]+) [ml]$/gm)].map(([, x, y]) => [
    expect.closeTo(Number(x) / CM, 4),
    expect.closeTo(29.7 - Number(y) / CM, 4),
  ]);
  expect([at(2, 3), at(12, 3), at(12, 13), at(2, 13)].map(({ x, y }) => [x, y])).toEqual(corners);
  expect(file).toContain("/MediaBox [0 0 595.2756 841.8898]");
  expect(file).toContain("/PrintScaling /None");
  expect(file).not.toMatch(/\/(JavaScript|JS|OpenAction|AA|URI|Launch)\b/);
});

it("the PDF has a layer for each kind of line, with its name", async () => {
  const cut = "\u05e7\u05d5 (\u05d2\u05d6\u05d9\u05e8\u05d4) \\";
  const drawing = { lines: [stroke("cut"), stroke("grain")], texts: [] };
  const file = await write(drawing, { layers: { ...LAYER_NAMES, cut } });
  expect(file.match(/\/Type \/OCG/g)).toHaveLength(2);
  expect(file).toContain("/OC /cut BDC");
  expect(file).toContain("<FEFF05E705D5002000280");
});

it("the PDF is read by another library, compressed or not, with any title, and is the same each time", async () => {
  const drawing = { lines: [stroke("cut")], texts: [text("Back")] };
  const title = '<script>) "\\U+0041 \u05d0\u05e0\u05d4';
  for (const isCompressed of [true, false]) {
    const file = await write(drawing, { isCompressed, title });
    expect(await write(drawing, { isCompressed, title })).toBe(file);
    const read = await PDFDocument.load(Buffer.from(file, "latin1"), { updateMetadata: false });
    expect(read.getTitle()).toBe(title);
    expect(read.getPage(0).getSize()).toEqual({ width: 595.2756, height: 841.8898 });
  }
});

it("the PDF has texts as pictures with invisible letters of the same length beneath", async () => {
  const file = await write({ lines: [], texts: [text("Back (2) <b>\\")] });
  expect(file).toContain("/ImageMask true");
  // 13 letters, half as wide as high.
  expect(file).toMatch(/BT 3 Tr 100(\.\d+)? Tz 1 0 0 1 /);
  const map = new Map(
    [...file.matchAll(/^<([\dA-F]{2})> <([\dA-F]{4,})>$/gm)].map(([, code, letter = ""]) => [
      code,
      Buffer.from(letter, "hex").swap16().toString("utf16le"),
    ]),
  );
  const codes = /<([\dA-F]+)> Tj/.exec(file)?.[1]?.match(/../g) ?? [];
  expect(codes.map((code) => map.get(code)).join("")).toBe("Back (2) <b>\\");
});

it("the PDF has letters of all scripts, more than a font has codes", async () => {
  const letters = Array.from({ length: 500 }, (_, i) => String.fromCodePoint(0x4e00 + i));
  const texts = [text(letters.join("")), text("\ud83e\uddf5\ud800")];
  const file = await write({ lines: [], texts });
  expect(file.match(/\/Subtype \/Type3/g)?.length).toBeGreaterThan(1);
  expect(file).toContain("<D83EDDF5>");
});

it("the PDF is not written with a point that is not finite", async () => {
  const lines = [polyline("cut", [at(0, 0), at(Number.NaN, 1)])];
  await expect(write({ lines, texts: [] })).rejects.toThrow("not finite");
});

it("the PDF leaves out what lies outside the part that is shown", async () => {
  const drawing = { lines: [stroke("cut"), stroke("cut", 40)], texts: [] };
  const file = await write(drawing, {}, { x: 0, y: 0, width: 20, height: 20 });
  expect(file.match(/ m$/gm)).toHaveLength(1);
});

it.each([
  ["Hebrew runs backwards", "\u05d0\u05d1\u05d2", true, "\u05d2\u05d1\u05d0"],
  ["Latin", "abc", false, "abc"],
  ["words of Latin", "abc def", true, "abc def"],
  ["a length", "\u05d0\u05d1 12.5 cm", true, "cm 12.5 \u05d1\u05d0"],
  ["a number", "\u05d0 12.5 \u05d1", true, "\u05d1 12.5 \u05d0"],
  ["brackets", "\u05d0 (\u05d1)", true, ")\u05d1( \u05d0"],
  ["a percentage", "\u05d1-100%", true, "100%-\u05d1"],
  ["Hebrew within Latin", "for \u05d0\u05d1 \u05d2, 2", false, "for 2 ,\u05d2 \u05d1\u05d0"],
  ["a size with a sign of two halves", "\u05d0\u{1f9f5}\u05d1", true, "\u05d1\u{1f9f5}\u05d0"],
  ["Arabic digits", "\u0628 \u0661\u0662\u00d7\u0663", true, "\u0663\u00d7\u0661\u0662 \u0628"],
])("letters from left to right: %s", async (_, words, isRightToLeft, expected) => {
  expect((await visualOrder(words, isRightToLeft)).join("")).toBe(expected);
});

/** Another program's reader of PDF: Debian's poppler-utils. */
const hasPoppler = spawnSync("pdftotext", ["-v"]).error === undefined;
const WORDS = "Skirt <script> 12.5 cm \u05d0\u05e0\u05d4 \u05d1";

it.skipIf(!hasPoppler)("a printed skirt has texts that poppler-utils find in order", async () => {
  const file = path.join(temporaryFolder(), "print.pdf");
  const request = printRequest(draftsOf("skirt-block").pattern(), [], WORDS);
  writeFileSync(file, await printPdf(request, paintBoxes));
  const text = execFileSync("pdftotext", [file, "-"]).toString();
  // Marks of direction are poppler's own.
  const plain = text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
  expect(plain).toContain(WORDS);
  expect(execFileSync("pdfinfo", [file]).toString()).toContain("<script>");
});
