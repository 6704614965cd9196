import { readFileSync } from "node:fs";
import { decodePDFRawStream, PDFDocument, PDFName, PDFRawStream } from "@cantoo/pdf-lib";
import { describe, expect, it } from "vitest";
import { SHEET_LANGUAGES } from "../../../scripts/figures/sheet-words.ts";
import { skirtSheet } from "../../../scripts/figures/skirt-sheet.ts";
import { paintBoxes } from "../drafting/print/support.ts";

const PRODUCT = new URL("../../../resources/demo-school/PM/", import.meta.url);
const CM = 72 / 2.54;

const read = async (bytes: Uint8Array) => {
  const file = await PDFDocument.load(bytes, { updateMetadata: false });
  const pages = file.getPages().map((page) => {
    const { Contents } = PDFName;
    const content = page.node.lookup(Contents);
    if (!(content instanceof PDFRawStream)) throw new Error("a page has no content");
    const stream = Buffer.from(decodePDFRawStream(content).decode()).toString("latin1");
    // The texts are as wide as their font, so only lines are compared.
    const lines = stream.replace(/^q\n.* cm\n\/T\d+ Do\nQ\n(?:BT .* ET\n)?/gm, "");
    return { page, stream, lines };
  });
  return { file, pages };
};

describe.each(SHEET_LANGUAGES)("the skirt block to print: %s", async (language) => {
  const suffix = language === "en" ? "" : `.${language}`;
  const { file, pages } = await read(
    readFileSync(new URL(`assets/skirt-block${suffix}.pdf`, PRODUCT)),
  );
  const drawn = await read(await skirtSheet(language, paintBoxes));

  it("lies in the course as scripts/figures draws it", () => {
    const linesOf = ({ lines }: { lines: string }) => lines;
    expect(pages.map(linesOf), "run node scripts/figures/sheets.ts").toEqual(
      drawn.pages.map(linesOf),
    );
  });

  it("is on A4 without scaling, and says its language", () => {
    for (const { page } of pages)
      expect(page.getSize()).toEqual({ width: 595.2756, height: 841.8898 });
    expect(file.catalog.getViewerPreferences()?.getPrintScaling()).toBe("None");
    expect(file.catalog.get(PDFName.of("Lang"))?.toString()).toBe(
      `<FEFF${Buffer.from(language, "utf16le").swap16().toString("hex").toUpperCase()}>`,
    );
  });

  it("has a page to begin with and nine sheets, each with texts", () => {
    expect(pages).toHaveLength(10);
    for (const { stream } of pages) expect(stream).toMatch(/BT .* Tj ET$/m);
  });
});

it("has on its first page a test square of exactly 10 by 10 cm, and one of 4 inches", async () => {
  const { pages } = await read(await skirtSheet("en", paintBoxes));
  const closed = /^([\d.]+) [\d.]+ m\n([\d.]+) .* l\n(?:.* l\n){2}s$/gm;
  const widths = [...(pages[0]?.stream ?? "").matchAll(closed)].map(
    ([, from, to]) => (Number(to) - Number(from)) / CM,
  );
  for (const side of [10, 10.16]) {
    expect(widths.some((width) => Math.abs(width - side) < 0.001)).toBe(true);
  }
});
