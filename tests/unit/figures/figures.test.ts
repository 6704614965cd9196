import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allFigures } from "../../../scripts/figures/figures.ts";

const PRODUCT = new URL("../../../resources/demo-school/PM/", import.meta.url);
const figures = [...allFigures()];

interface Box {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The approximate box of each text in a figure: characters count as 0.6 of the font size wide. */
function texts(svg: string): Box[] {
  const pattern =
    /<text( class="m")? x="([-\d.]+)" y="([-\d.]+)"(?: text-anchor="(\w+)")?>([^<]*)</g;
  return [...svg.matchAll(pattern)].map(([, small, x, y, anchor, text = ""]) => {
    const size = small ? 12 : 14;
    const width = text.length * size * 0.6;
    const left = Number(x) - (anchor === "middle" ? width / 2 : anchor === "end" ? width : 0);
    return { text, left, right: left + width, top: Number(y) - size * 0.75, bottom: Number(y) };
  });
}

describe.each(figures)("%s", (path, svg) => {
  it("lies in the course as scripts/figures draws it", () => {
    const file = new URL(path, PRODUCT);
    expect(existsSync(file), "run node scripts/figures/draw.ts").toBe(true);
    expect(readFileSync(file, "utf8")).toBe(svg);
  });

  it("keeps its texts inside the picture and apart from one another", () => {
    const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
    const boxes = texts(svg);
    for (const box of boxes) {
      expect(box.left, box.text).toBeGreaterThanOrEqual(0);
      expect(box.top, box.text).toBeGreaterThanOrEqual(0);
      expect(box.right, box.text).toBeLessThanOrEqual(Number(width));
      expect(box.bottom, box.text).toBeLessThanOrEqual(Number(height));
    }
    boxes.forEach((a, i) => {
      for (const b of boxes.slice(i + 1)) {
        const apart =
          a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        expect(apart, `${a.text} and ${b.text}`).toBe(true);
      }
    });
  });

  it("is small and contains no words", () => {
    expect(svg.length).toBeLessThan(8000);
    for (const { text } of texts(svg)) expect(text).toMatch(/^(\d+(\.\d+)?( cm)?|[A-Z]\d?)$/);
  });
});

it("has a lesson or an assignment for every drawn figure", () => {
  const lessons = readdirSync(new URL("lessons/", PRODUCT))
    .filter((name) => /^[^.]+\.md$/.test(name))
    .map((name) => readFileSync(new URL(`lessons/${name}`, PRODUCT), "utf8"))
    .join("\n");
  for (const [path] of figures) expect(lessons).toContain(path.split("/")[1]);
});
