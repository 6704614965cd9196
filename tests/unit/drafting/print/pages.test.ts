import { describe, expect, it } from "vitest";
import { at, type Point } from "../../../../src/drafting/geometry.ts";
import { type DrawnPiece, turnPiece } from "../../../../src/drafting/print/draw-piece.ts";
import { pointsOf, polyline } from "../../../../src/drafting/print/drawing.ts";
import { layOut, type Placement } from "../../../../src/drafting/print/lay-out.ts";
import { planPages, shownOn, tileName } from "../../../../src/drafting/print/pages.ts";
import { PAPERS, type PrintSetup, sheetOf } from "../../../../src/drafting/print/papers.ts";
import { drawPlaced, drawSheets } from "../../../../src/drafting/print/sheets.ts";
import { A4, drawExample } from "./support.ts";

const TEXTS = {
  title: "Skirt",
  facts: ["Drafted on 1 March", "Seam allowance: 1.5 cm", "Cloth: 130 cm"],
  isRightToLeft: false,
};

const shape = (name: string, points: readonly Point[]): DrawnPiece => ({
  name,
  outline: points,
  drawing: { lines: [polyline("cut", points, true)], texts: [] },
});
const box = (name: string, width: number, height: number): DrawnPiece =>
  shape(name, [at(0, 0), at(width, 0), at(width, height), at(0, height)]);
/** A right-angled triangle. */
const wedge = (name: string): DrawnPiece => shape(name, [at(0, 0), at(20, 0), at(0, 40)]);

const plan = (pieces: readonly DrawnPiece[], setup: PrintSetup, moved: readonly Placement[] = []) =>
  planPages(pieces, setup, moved);

const placed = (pieces: readonly DrawnPiece[], placements: readonly Placement[]): Point[][] =>
  placements.map(({ name, x, y, turn }) => {
    const piece = pieces.find((one) => one.name === name);
    if (!piece) throw new Error(`${name} is not there`);
    return turnPiece(piece, turn).outline.map((point) => at(point.x + x, point.y + y));
  });

const distanceTo = (p: Point, a: Point, b: Point): number => {
  const [x, y] = [b.x - a.x, b.y - a.y];
  const along = ((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y || 1);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(p.x - a.x - t * x, p.y - a.y - t * y);
};

const gapBetween = (one: readonly Point[], other: readonly Point[]): number =>
  Math.min(
    ...one.flatMap((p) =>
      other.map((a, i) => distanceTo(p, a, other[(i + 1) % other.length] ?? a)),
    ),
  );

describe("pieces that are moved by hand", () => {
  const put = (name: string, x: number, y: number): Placement => ({ name, x, y, turn: 0 });
  const shapes = [box("large", 30, 30), box("small", 5, 5), wedge("wedge")];
  it.each([
    ["their edges cross", [put("large", 0, 0), put("small", 28, 10), put("wedge", 40, 40)], true],
    [
      "one lies within the other",
      [put("large", 0, 0), put("small", 9, 9), put("wedge", 40, 0)],
      true,
    ],
    [
      "only their boxes overlap",
      [put("large", 0, 0), put("wedge", 40, 0), put("small", 54, 34)],
      false,
    ],
    ["they touch", [put("large", 0, 0), put("small", 30, 10), put("wedge", 40, 0)], false],
  ])("overlap or do not: %s", (_, moved, expected) => {
    expect(plan(shapes, A4, moved).overlapping !== null).toBe(expected);
  });
});

describe("pieces that are laid out", () => {
  it("lie apart, and within the paper", () => {
    const pieces = [wedge("a"), wedge("b"), box("c", 12, 30), box("d", 5, 5), wedge("e")];
    const layout = layOut(pieces, 50);
    expect(layout?.width).toBeLessThanOrEqual(50);
    const outlines = placed(pieces, layout?.placements ?? []);
    for (const [i, one] of outlines.entries()) {
      for (const { x, y } of one) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(50);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(layout?.height ?? 0);
      }
      for (const other of outlines.slice(i + 1)) {
        expect(Math.min(gapBetween(one, other), gapBetween(other, one))).toBeGreaterThan(0.4);
      }
    }
  });

  it("save paper: one of two wedges lies upside down beside the other", () => {
    const layout = layOut([wedge("a"), wedge("b")], 27);
    expect(layout?.placements.map(({ turn }) => turn).toSorted()).toEqual([0, 180]);
    expect(layout?.height).toBeLessThan(50);
  });

  it("keep their grainline, unless a piece is too wide otherwise", () => {
    expect(layOut([box("belt", 40, 10)], 45)?.placements[0]?.turn).toBe(0);
    expect(layOut([box("belt", 40, 10)], 20)?.placements[0]?.turn).toBe(90);
    expect(layOut([box("circle", 40, 40)], 20)).toBeNull();
  });
});

describe("the plan of pages", () => {
  it.each(Object.keys(PAPERS) as (keyof typeof PAPERS)[])("shows all of a skirt on %s", (paper) => {
    for (const orientation of ["portrait", "landscape"] as const) {
      const pieces = drawExample("skirt-block");
      const setup = { paper, orientation, margin: 1, overlap: 1.5 };
      const pages = plan(pieces, setup);
      const shown = pages.tiles
        .filter(({ isBlank }) => !isBlank)
        .map((tile) => shownOn(pages, tile));
      for (const { x, y } of placed(pieces, pages.layout.placements).flat()) {
        const isShown = shown.some(
          (part) =>
            x >= part.x && x <= part.x + part.width && y >= part.y && y <= part.y + part.height,
        );
        expect(isShown).toBe(true);
      }
      expect(pages.area.width).toBeCloseTo(sheetOf(setup).width - 2, 9);
    }
  });

  it("leaves blank sheets out", () => {
    const pieces = [box("a", 10, 10), box("b", 10, 10)];
    const far = plan(pieces, A4, [{ name: "b", x: 80, y: 100, turn: 0 }]);
    expect(far.columns * far.rows).toBeGreaterThan(15);
    expect(far.printed).toBeLessThanOrEqual(5);
    const drawing = drawPlaced(pieces, far.layout.placements);
    expect(drawSheets(far, drawing, TEXTS)).toHaveLength(far.printed);
  });

  it("says on each sheet that has room what the pattern rests on, beside all lines", () => {
    const pieces = drawExample("skirt-block");
    const pages = plan(pieces, A4);
    const sheets = drawSheets(pages, drawPlaced(pieces, pages.layout.placements), TEXTS);
    const noted = sheets.filter(({ parts: [part] }) => {
      const note = part?.drawing.texts.filter(({ layer }) => layer === "page") ?? [];
      if (note.length === 0) return false;
      expect(note.map(({ text }) => text).join(" ")).toBe(TEXTS.facts.join(" \u00b7 "));
      const lines = part?.drawing.lines.filter(({ layer }) => layer !== "page") ?? [];
      for (const { at: foot, size, text } of note) {
        const places = [0, 0.3, 0.6].map((share) =>
          at(foot.x + text.length * size * share * 0.6, foot.y - size / 2),
        );
        const away = lines.flatMap((line) => {
          const points = pointsOf(line);
          const ends = line.isClosed ? [...points, ...points.slice(0, 1)] : points;
          return ends
            .slice(1)
            .flatMap((to, i) => places.map((place) => distanceTo(place, ends[i] ?? to, to)));
        });
        expect(Math.min(...away)).toBeGreaterThan(0.1);
      }
      return true;
    });
    expect(noted.length).toBeGreaterThan(sheets.length * 0.7);
  });

  it("leaves a piece where a hand has put it, and the others where they were", () => {
    const pieces = drawExample("skirt-block");
    const before = plan(pieces, A4).layout.placements;
    const hand = { name: "skirt-front", x: 3, y: 90, turn: 90 } as const;
    const after = plan(pieces, A4, [hand, { ...hand, name: "of another draft" }]).layout.placements;
    expect(after).toContainEqual(hand);
    expect(after).toContainEqual(before.find(({ name }) => name === "skirt-back"));
    expect(plan(pieces, A4, [{ ...hand, x: -5, y: -5 }]).layout.placements).toContainEqual({
      ...hand,
      x: 0,
      y: 0,
    });
  });

  it("cuts a roll off where the pattern ends", () => {
    const pages = plan(drawExample("skirt-block"), { ...A4, paper: "roll90" });
    expect(pages.printed).toBe(1);
    expect(pages.sheet.width).toBe(90);
    expect(pages.sheet.height).toBeCloseTo(pages.layout.height + 2, 9);
  });

  it("prints a piece that is wider than the roll in strips", () => {
    const pages = plan([box("circle", 120, 120)], { ...A4, paper: "roll90" });
    expect(pages.columns).toBe(2);
    expect(pages.printed).toBe(2);
  });

  it("names sheets by row and column, beyond 26 rows too", () => {
    expect([tileName(0, 0), tileName(25, 2), tileName(26, 0)]).toEqual(["A1", "Z3", "AA1"]);
  });
});

it("draws marks that meet when two sheets are in place", () => {
  const pieces = [box("a", 30, 20)];
  const pages = plan(pieces, A4);
  const [left, right] = drawSheets(pages, drawPlaced(pieces, pages.layout.placements), TEXTS);
  const marksOf = (page: typeof left) =>
    page?.parts[0]?.drawing.lines
      .filter(({ layer, isClosed }) => layer === "page" && isClosed)
      .map(({ start }) => start) ?? [];
  const [one] = marksOf(left);
  const [other] = marksOf(right);
  // The right sheet begins 18 cm further to the right: 21 cm, margins of 1 cm, an overlap of 1 cm.
  expect((one?.x ?? 0) - (other?.x ?? 0)).toBeCloseTo(18, 9);
  expect(one?.y).toBeCloseTo(other?.y ?? 0, 9);
});
