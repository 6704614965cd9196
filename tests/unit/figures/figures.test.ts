import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allFigures } from "../../../scripts/figures/figures.ts";
import { textBoxes, textProblems } from "../support/figure-texts.ts";

const PRODUCT = new URL("../../../resources/demo-school/PM/", import.meta.url);
const figures = [...allFigures()];

describe.each(figures)("%s", (path, svg) => {
  it("lies in the course as scripts/figures draws it", () => {
    const file = new URL(path, PRODUCT);
    expect(existsSync(file), "run node scripts/figures/draw.ts").toBe(true);
    expect(readFileSync(file, "utf8")).toBe(svg);
  });

  it("keeps its texts inside the picture and apart from one another", () => {
    expect(textProblems(svg)).toEqual([]);
  });

  it("is small and contains no words", () => {
    expect(svg.length).toBeLessThan(8000);
    for (const { text } of textBoxes(svg)) expect(text).toMatch(/^(\d+(\.\d+)?( cm)?|[A-Z]\d?)$/);
  });
});
