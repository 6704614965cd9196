import { readFileSync } from "node:fs";
import { PDFDict, PDFDocument, PDFName, PDFRawStream } from "@cantoo/pdf-lib";
import { describe, expect, it } from "vitest";
import { allSheets } from "../../../scripts/figures/figures.ts";
import { SHEET_LANGUAGES } from "../../../scripts/figures/sheet-words.ts";
import { skirtPages } from "../../../scripts/figures/skirt-sheet.ts";
import { draftSkirt, EXAMPLE_SKIRT } from "../../../src/drafting/skirt.ts";

const PRODUCT = new URL("../../../resources/demo-school/PM/", import.meta.url);
const CM = 72 / 2.54;

/** A PDF, read by its cross-reference table. */
const readPdf = (bytes: Uint8Array) => {
  const text = Buffer.from(bytes).toString("latin1");
  const table = Number(/startxref\n(\d+)\n%%EOF$/.exec(text)?.[1]);
  const entries = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)];
  const objects = entries.map(([, offset], i) => {
    const object = text.slice(Number(offset));
    expect(object.startsWith(`${i + 1} 0 obj\n`)).toBe(true);
    return object.slice(0, object.indexOf("\nendobj"));
  });
  const pages = objects
    .filter((object) => object.includes("/Type /Page\n"))
    .map((page) => {
      const content = objects[Number(/\/Contents (\d+) 0 R/.exec(page)?.[1]) - 1] ?? "";
      const stream = content.slice(content.indexOf("stream\n") + 7, content.indexOf("\nendstream"));
      expect(stream.length).toBe(Number(/\/Length (\d+)/.exec(content)?.[1]));
      return { box: /\/MediaBox \[ ([^\]]+) \]/.exec(page)?.[1]?.split(" ").map(Number), stream };
    });
  return { objects, pages };
};

/** Width and height of the drawn rectangles, without clip paths, in points. */
const rectangles = (stream: string): [number, number][] =>
  [...stream.matchAll(/([\d.]+) ([\d.]+) re\nS$/gm)].map(([, width, height]) => [
    Number(width),
    Number(height),
  ]);

const words = (stream: string): string =>
  [...stream.matchAll(/<([\dA-F]*)> Tj/g)]
    .map(([, text = ""]) => Buffer.from(text, "hex").toString("latin1"))
    .join("\n");

/** The extent, in centimetres, of all black lines and curves. */
const drawn = (stream: string): { x: number; y: number }[] =>
  [...stream.matchAll(/^1 w\n0 G\n.*?\nS$/gms)].flatMap(([path]) =>
    [...path.matchAll(/(-?[\d.]+) (-?[\d.]+) (?=[mlc]$)/gm)].map(([, x, y]) => ({
      x: Number(x) / CM,
      y: Number(y) / CM,
    })),
  );

describe("the skirt block to print", async () => {
  const sheet = (await allSheets()).get("assets/skirt-block.pdf") ?? new Uint8Array();
  const { objects, pages } = readPdf(sheet);
  const [first, ...tiles] = pages;

  it("lies in the course as scripts/figures draws it", () => {
    const file = readFileSync(new URL("assets/skirt-block.pdf", PRODUCT));
    expect(file.equals(sheet), "run node scripts/figures/draw.ts").toBe(true);
  });

  it("is on A4 without scaling, with nothing in it that runs", () => {
    for (const { box } of pages) expect(box).toEqual([0, 0, 595.2756, 841.8898]);
    expect(objects.join("\n")).toContain("/PrintScaling /None");
    expect(objects.join("\n")).not.toMatch(/\/(JavaScript|JS|OpenAction|AA|URI|Launch)\b/);
    for (const { stream } of pages) expect(stream).not.toMatch(/ cm$/m);
  });

  it("has on its first page a test square of exactly 10 by 10 cm", () => {
    const [width, height] = rectangles(first?.stream ?? "")[0] ?? [];
    expect(width).toBeCloseTo(10 * CM, 3);
    expect(height).toBeCloseTo(10 * CM, 3);
    expect(words(first?.stream ?? "")).toContain("Test square\n10 cm \u00d7 10 cm");
    expect(words(first?.stream ?? "")).toContain("100 %");
  });

  it("has nine sheets in their order, each named, overlapping by a centimetre", () => {
    expect(tiles.map(({ stream }) => words(stream).match(/^[A-C][1-3]$/m)?.[0])).toEqual([
      "A1",
      "A2",
      "A3",
      "B1",
      "B2",
      "B3",
      "C1",
      "C2",
      "C3",
    ]);
    for (const { stream } of tiles) {
      expect(rectangles(stream)).toEqual([[538.5827, 785.1969]]);
    }
    const [left] = drawn(tiles[0]?.stream ?? "");
    const [right] = drawn(tiles[1]?.stream ?? "");
    expect((left?.x ?? 0) - (right?.x ?? 0)).toBeCloseTo(18, 3);
  });

  it("draws the pieces of the lessons in their real size", () => {
    const { numbers, measures } = draftSkirt(EXAMPLE_SKIRT);
    const points = drawn(tiles[0]?.stream ?? "");
    const xs = points.map(({ x }) => x);
    const ys = points.map(({ y }) => y);
    // Back and front, and 2.5 cm between them.
    expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(2 * numbers.quarter + 2.5, 3);
    expect(Math.max(...ys) - Math.min(...ys)).toBeCloseTo(measures.skirtLength + 1, 1);
  });

  it("keeps printed content within the paper's margin", () => {
    for (const { stream } of tiles)
      expect(stream).toMatch(/^q\n28\.3465 28\.3465 538\.5827 785\.1969 re\nW\nn$/m);
  });
});

describe.each(SHEET_LANGUAGES.filter((language) => language !== "en"))(
  "the skirt block to print in another language: %s",
  async (language) => {
    const bytes = readFileSync(new URL(`assets/skirt-block.${language}.pdf`, PRODUCT));
    const file = await PDFDocument.load(bytes, { updateMetadata: false });
    const drawn = skirtPages(language);

    it("has the lines that scripts/figures draws, in their real size", () => {
      expect(file.getPageCount(), "run node scripts/figures/sheets.ts").toBe(drawn.length);
      for (const [number, page] of file.getPages().entries()) {
        expect(page.getSize()).toEqual({ width: 595.2756, height: 841.8898 });
        const lines = drawn[number]?.operators(null).join("\n") ?? "";
        const contents = page.node.Contents()?.toString() ?? "";
        const streams = [...contents.matchAll(/(\d+) 0 R/g)].map(([, object]) =>
          file.context
            .enumerateIndirectObjects()
            .find(([ref]) => ref.objectNumber === Number(object)),
        );
        const own = streams.flatMap((found) =>
          found?.[1] instanceof PDFRawStream ? Buffer.from(found[1].contents).toString() : [],
        );
        expect(own.join("\n"), "run node scripts/figures/sheets.ts").toContain(lines);
      }
      expect(file.catalog.getViewerPreferences()?.getPrintScaling()).toBe("None");
    });

    it("has its texts on each page, and says its language", () => {
      expect(file.catalog.get(PDFName.of("Lang"))?.toString()).toContain(language);
      for (const page of file.getPages()) {
        const pictures = page.node.Resources()?.lookup(PDFName.of("XObject"), PDFDict);
        expect(pictures?.keys()).toHaveLength(1);
      }
    });
  },
);
