import { existsSync, readFileSync } from "node:fs";
import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream } from "@cantoo/pdf-lib";
import { describe, expect, it } from "vitest";
import { allFigures } from "../../../scripts/figures/figures.ts";
import { measurementSheet } from "../../../scripts/figures/measurement-sheet.ts";
import { SHEET_LANGUAGES } from "../../../scripts/figures/sheet-words.ts";
import { skirtSheet } from "../../../scripts/figures/skirt-sheet.ts";
import dartMoves from "../../../scripts/figures/tasks/dart-moves.json" with { type: "json" };
import fit from "../../../scripts/figures/tasks/fit.json" with { type: "json" };
import skirtOwn from "../../../scripts/figures/tasks/skirt-own.json" with { type: "json" };
import { type Task, type TaskText, taskSheet } from "../../../scripts/figures/tasks/task-sheet.ts";
import { paintBoxes } from "../drafting/print/support.ts";
import { textBoxes, textProblems } from "../support/figure-texts.ts";

const PRODUCT = new URL("../../../resources/demo-school/PM/", import.meta.url);
const readFile = (path: string) => readFileSync(new URL(path, PRODUCT));
const figures = [...allFigures()];

describe.each(figures)("%s", (path, svg) => {
  it("lies in the course as scripts/figures draws it", () => {
    expect(existsSync(new URL(path, PRODUCT)), "run node scripts/figures/draw.ts").toBe(true);
    expect(String(readFile(path))).toBe(svg);
  });

  it("keeps its texts inside the picture and apart from one another", () => {
    expect(textProblems(svg)).toEqual([]);
  });

  it("is small and contains no words", () => {
    expect(svg.length).toBeLessThan(8000);
    for (const { text } of textBoxes(svg)) expect(text).toMatch(/^(\d+(\.\d+)?( cm)?|[A-Z]\d?)$/);
  });
});

const ASSIGNMENTS = ["measurement-sheet", "dart-moves-task", "fit-task", "skirt-own-task"];
/** By the key of the lesson that has the assignment. */
const TASKS: Record<string, Task> = {
  ...{ "dart-seams": dartMoves, "fit-transfer": fit, "skirt-own": skirtOwn },
};

const readPdf = (bytes: Uint8Array) => PDFDocument.load(bytes, { updateMetadata: false });

it.each(SHEET_LANGUAGES)("the measurement sheet in %s names measures as the app", (language) => {
  const messages = JSON.parse(String(readFile(`../../../locales/${language}.json`)));
  const sheet = measurementSheet([language]);
  expect(sheet).toContain(`lang="${language}" dir="${language === "he" ? "rtl" : "ltr"}"`);
  expect(sheet).toContain(`>${messages["measure.waist_girth"]}<`);
  expect(sheet).toContain(`>${messages["measure.side_neck_to_waist_back"]}<`);
  expect(sheet).toContain(language === "en" || language === "he" ? ">0.5<" : ">0,5<");
});

describe.each(ASSIGNMENTS)("the sheet of an assignment, %s", (name) => {
  it("has a page for each language, as everybody gets the same file", async () => {
    const file = await readPdf(readFile(`assignments/${name}.pdf`));
    expect(file.getPageCount()).toBe(SHEET_LANGUAGES.length);
    expect(file.getTitle()).toContain(" · ");
  });

  it("embeds only a font whose licence lies in the school's folder", async () => {
    const { context } = await readPdf(readFile(`assignments/${name}.pdf`));
    const fonts = context
      .enumerateIndirectObjects()
      .flatMap(([, object]) =>
        object instanceof PDFDict ? object.get(PDFName.of("BaseFont")) : [],
      )
      .flatMap((font) => font?.toString() ?? []);
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) expect(font).toMatch(/^\/[A-Z]{6}\+DejaVuSans(-Bold)?$/);
    expect(String(readFile("../fonts-licence.txt"))).toContain("Permission is hereby granted");
  });
});

describe.each(Object.entries(TASKS))("the instructions of %s", (key, task) => {
  it.each(SHEET_LANGUAGES)("in %s have the assignment's title, and the same parts", (language) => {
    const head = String(readFile(`lessons/${key}.md`)).split("---")[1] ?? "";
    expect(head).toContain(task[language].title);
    const shape = ({ parts }: TaskText) =>
      parts.map(({ lines = [], points = [] }) => [lines.length, points.length]);
    expect(shape(task[language])).toEqual(shape(task.en));
    expect(taskSheet(task)).toContain(`<article lang="${language}"`);
  });
});

const CM = 72 / 2.54;

const readSheet = async (bytes: Uint8Array) => {
  const file = await readPdf(bytes);
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
  const { file, pages } = await readSheet(readFile(`assets/skirt-block${suffix}.pdf`));
  const drawn = await readSheet(await skirtSheet(language, paintBoxes));

  it("lies in the course as scripts/figures draws it", () => {
    const [kept, now] = [pages, drawn.pages].map((all) => all.map(({ lines }) => lines));
    expect(kept, "run node scripts/figures/sheets.ts").toEqual(now);
  });

  it("is on A4 without scaling, and says its language", () => {
    const A4 = { width: 595.2756, height: 841.8898 };
    for (const { page } of pages) expect(page.getSize()).toEqual(A4);
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
  const { pages } = await readSheet(await skirtSheet("en", paintBoxes));
  const closed = /^([\d.]+) [\d.]+ m\n([\d.]+) .* l\n(?:.* l\n){2}s$/gm;
  const widths = [...(pages[0]?.stream ?? "").matchAll(closed)].map(
    ([, from, to]) => (Number(to) - Number(from)) / CM,
  );
  for (const side of [10, 10.16])
    expect(widths.some((width) => Math.abs(width - side) < 0.001)).toBe(true);
});
