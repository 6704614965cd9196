import { readFileSync } from "node:fs";
import { PDFDict, PDFDocument, PDFName } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { measurementSheet, SHEET_LANGUAGES } from "../../../scripts/figures/measurement-sheet.ts";

const PRODUCT = new URL("../../../resources/demo-school/PM/", import.meta.url);
const LESSONS = ["measure-body_ml", "measurement-sheet"];

const read = (path: string): string => readFileSync(new URL(path, PRODUCT), "utf8");
const readPdf = (path: string): Promise<PDFDocument> =>
  PDFDocument.load(readFileSync(new URL(path, PRODUCT)), { updateMetadata: false });
const suffix = (language: string): string => (language === "en" ? "" : `.${language}`);

describe("the measurement sheet to print", () => {
  it.each(SHEET_LANGUAGES)("in %s names the measures as the app does", (language) => {
    const messages = JSON.parse(
      readFileSync(new URL(`../../../locales/${language}.json`, import.meta.url), "utf8"),
    );
    const sheet = measurementSheet([language]);
    expect(sheet).toContain(`lang="${language}" dir="${language === "he" ? "rtl" : "ltr"}"`);
    expect(sheet).toContain(`>${messages["measure.waist_girth"]}<`);
    expect(sheet).toContain(`>${messages["measure.side_neck_to_waist_back"]}<`);
    expect(sheet).toContain(language === "en" || language === "he" ? ">0.5<" : ">0,5<");
  });

  it.each(SHEET_LANGUAGES)(
    "is linked by the lessons in %s, in their language",
    async (language) => {
      for (const lesson of LESSONS) {
        const text = read(`lessons/${lesson}${suffix(language)}.md`);
        expect(text).toContain(`(asset:measurement-sheet${suffix(language)}.pdf)`);
      }
      const { catalog } = await readPdf(`assets/measurement-sheet${suffix(language)}.pdf`);
      expect(catalog.get(PDFName.of("Lang"))?.toString()).toBe(`(${language})`);
    },
  );

  it("embeds only a font whose licence lies in the school's folder", async () => {
    const file = await readPdf("assignments/measurement-sheet.pdf");
    const fonts = file.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFDict ? [object] : []))
      .flatMap((object) => object.get(PDFName.of("BaseFont"))?.toString() ?? []);
    expect(new Set(fonts)).toEqual(new Set(["/AAAAAA+DejaVuSans"]));
    expect(read("../fonts-licence.txt")).toContain("Permission is hereby granted");
  });

  it("has a page for each language where everybody gets the same file", async () => {
    const file = await readPdf("assignments/measurement-sheet.pdf");
    expect(file.getPageCount()).toBe(SHEET_LANGUAGES.length);
  });
});
