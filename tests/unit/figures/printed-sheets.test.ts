import { readFileSync } from "node:fs";
import { PDFDict, PDFDocument, PDFName } from "@cantoo/pdf-lib";
import { describe, expect, it } from "vitest";
import { measurementSheet } from "../../../scripts/figures/measurement-sheet.ts";
import { SHEET_LANGUAGES } from "../../../scripts/figures/sheet-words.ts";
import dartMoves from "../../../scripts/figures/tasks/dart-moves.json" with { type: "json" };
import fit from "../../../scripts/figures/tasks/fit.json" with { type: "json" };
import skirtOwn from "../../../scripts/figures/tasks/skirt-own.json" with { type: "json" };
import { type Task, type TaskText, taskSheet } from "../../../scripts/figures/tasks/task-sheet.ts";

const PRODUCT = new URL("../../../resources/demo-school/PM/", import.meta.url);
const ASSIGNMENTS = ["measurement-sheet", "dart-moves-task", "fit-task", "skirt-own-task"];
/** By the key of the lesson that has the assignment. */
const TASKS: Record<string, Task> = {
  "dart-seams": dartMoves,
  "fit-transfer": fit,
  "skirt-own": skirtOwn,
};

const read = (path: string): string => readFileSync(new URL(path, PRODUCT), "utf8");
const readPdf = (path: string): Promise<PDFDocument> =>
  PDFDocument.load(readFileSync(new URL(path, PRODUCT)), { updateMetadata: false });

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
});

describe.each(ASSIGNMENTS)("the sheet of an assignment, %s", (name) => {
  it("has a page for each language, as everybody gets the same file", async () => {
    const file = await readPdf(`assignments/${name}.pdf`);
    expect(file.getPageCount()).toBe(SHEET_LANGUAGES.length);
    expect(file.getTitle()).toContain(" · ");
  });

  it("embeds only a font whose licence lies in the school's folder", async () => {
    const { context } = await readPdf(`assignments/${name}.pdf`);
    const fonts = context
      .enumerateIndirectObjects()
      .flatMap(([, object]) =>
        object instanceof PDFDict ? object.get(PDFName.of("BaseFont")) : [],
      )
      .flatMap((font) => font?.toString() ?? []);
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) expect(font).toMatch(/^\/[A-Z]{6}\+DejaVuSans(-Bold)?$/);
    expect(read("../fonts-licence.txt")).toContain("Permission is hereby granted");
  });
});

describe.each(Object.entries(TASKS))("the instructions of %s", (key, task) => {
  it.each(SHEET_LANGUAGES)(
    "in %s have the title of the assignment, and the same parts",
    (language) => {
      const head = read(`lessons/${key}.md`).split("---")[1] ?? "";
      expect(head).toContain(task[language].title);
      const shape = ({ parts }: TaskText) =>
        parts.map(({ lines = [], points = [] }) => [lines.length, points.length]);
      expect(shape(task[language])).toEqual(shape(task.en));
      expect(taskSheet(task)).toContain(`<article lang="${language}"`);
    },
  );
});
