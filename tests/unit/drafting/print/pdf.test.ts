import { PDFDocument } from "@cantoo/pdf-lib";
import { describe, expect, it } from "vitest";
import { at } from "../../../../src/drafting/geometry.ts";
import {
  type Drawing,
  PRINT_STYLES,
  polyline,
  rectangle,
  type Text,
} from "../../../../src/drafting/print/drawing.ts";
import { type PdfOptions, writePdf } from "../../../../src/drafting/print/pdf.ts";
import { visualOrder } from "../../../../src/drafting/print/visual-order.ts";
import { LAYER_NAMES, paintBoxes } from "./support.ts";

const CM = 72 / 2.54;
const OPTIONS: PdfOptions = {
  title: "Skirt",
  language: "en",
  isRightToLeft: false,
  layers: LAYER_NAMES,
  styles: PRINT_STYLES,
  paint: paintBoxes,
  isCompressed: false,
};

const text = (words: string): Text => ({
  layer: "label",
  text: words,
  at: at(3, 5),
  anchor: "left",
  size: 1,
});
const write = async (drawing: Drawing, options: Partial<PdfOptions> = {}): Promise<string> => {
  const page = { width: 21, height: 29.7, parts: [{ drawing }] };
  return Buffer.from(await writePdf([page], { ...OPTIONS, ...options })).toString("latin1");
};

describe("the PDF", () => {
  it("has each line where it is, in real size, measured from the lower edge", async () => {
    const square = rectangle("cut", { x: 2, y: 3, width: 10, height: 10 });
    const file = await write({ lines: [square], texts: [] });
    const corners = [...file.matchAll(/^([\d.]+) ([\d.]+) [ml]$/gm)].map(([, x, y]) => [
      Number(x) / CM,
      29.7 - Number(y) / CM,
    ]);
    const expected = [
      [2, 3],
      [12, 3],
      [12, 13],
      [2, 13],
    ];
    expect(corners).toHaveLength(4);
    for (const [i, [x = 0, y = 0]] of corners.entries()) {
      expect(x).toBeCloseTo(expected[i]?.[0] ?? 0, 4);
      expect(y).toBeCloseTo(expected[i]?.[1] ?? 0, 4);
    }
    expect(file).toContain("/MediaBox [0 0 595.2756 841.8898]");
    expect(file).toContain("/PrintScaling /None");
    expect(file).not.toMatch(/\/(JavaScript|JS|OpenAction|AA|URI|Launch)\b/);
  });

  it("has a layer for each kind of line, with its name", async () => {
    const lines = [polyline("cut", [at(1, 1), at(2, 2)]), polyline("grain", [at(1, 1), at(2, 2)])];
    const file = await write(
      { lines, texts: [] },
      {
        layers: { ...LAYER_NAMES, cut: "\u05e7\u05d5 (\u05d2\u05d6\u05d9\u05e8\u05d4) \\" },
      },
    );
    expect(file.match(/\/Type \/OCG/g)).toHaveLength(2);
    expect(file).toContain("/OC /cut BDC");
    expect(file).toContain("<FEFF05E705D5002000280");
  });

  it("is read by another library, compressed or not, and is the same each time", async () => {
    const drawing = { lines: [polyline("cut", [at(1, 1), at(2, 2)])], texts: [text("Back")] };
    for (const isCompressed of [true, false]) {
      const file = await write(drawing, { isCompressed });
      expect(await write(drawing, { isCompressed })).toBe(file);
      const read = await PDFDocument.load(Buffer.from(file, "latin1"), { updateMetadata: false });
      expect(read.getTitle()).toBe("Skirt");
      expect(read.getPage(0).getSize()).toEqual({ width: 595.2756, height: 841.8898 });
    }
  });

  it("has texts as pictures with invisible letters of the same length beneath", async () => {
    const file = await write({ lines: [], texts: [text("Back (2) <b>\\")] });
    expect(file).toContain("/ImageMask true");
    // 13 letters, half as wide as high.
    expect(file).toMatch(/BT 3 Tr 100(\.\d+)? Tz 1 0 0 1 /);
    const codes = /<([\dA-F]+)> Tj/.exec(file)?.[1] ?? "";
    expect(codes).toHaveLength(26);
    const map = new Map(
      [...file.matchAll(/^<([\dA-F]{2})> <([\dA-F]{4,})>$/gm)].map(([, code, letter = ""]) => [
        code,
        Buffer.from(letter, "hex").swap16().toString("utf16le"),
      ]),
    );
    expect(
      codes
        .match(/../g)
        ?.map((code) => map.get(code))
        .join(""),
    ).toBe("Back (2) <b>\\");
  });

  it("paints a text once, however often it stands there", async () => {
    const file = await write({ lines: [], texts: [text("Back"), text("Back"), text("")] });
    expect(file.match(/\/ImageMask/g)).toHaveLength(1);
    expect(file.match(/ Do$/gm)).toHaveLength(2);
  });

  it("has letters of all scripts, more than a font has codes", async () => {
    const letters = Array.from({ length: 500 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(
      "",
    );
    const file = await write({ lines: [], texts: [text(letters), text("\ud83e\uddf5\ud800")] });
    expect(file.match(/\/Subtype \/Type3/g)?.length).toBeGreaterThan(1);
    expect(file).toContain("<D83EDDF5>");
  });

  it("is not written with a point that is not finite", async () => {
    const lines = [polyline("cut", [at(0, 0), at(Number.NaN, 1)])];
    await expect(write({ lines, texts: [] })).rejects.toThrow("not finite");
  });

  it("leaves out what lies outside the part that is shown", async () => {
    const drawing = {
      lines: [polyline("cut", [at(1, 1), at(2, 2)]), polyline("cut", [at(40, 1), at(50, 2)])],
      texts: [],
    };
    const clip = { x: 0, y: 0, width: 20, height: 20 };
    const page = { width: 21, height: 29.7, parts: [{ drawing, clip }] };
    const file = Buffer.from(await writePdf([page], OPTIONS)).toString("latin1");
    expect(file.match(/ m$/gm)).toHaveLength(1);
  });
});

describe("the letters of a line from left to right", () => {
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
  ])("%s", async (_, words, isRightToLeft, expected) => {
    expect((await visualOrder(words, isRightToLeft)).join("")).toBe(expected);
  });
});
