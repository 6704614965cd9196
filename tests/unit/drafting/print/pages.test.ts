import { expect, it } from "vitest";
import { draftBlock } from "../../../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../../../src/drafting/example-body.ts";
import { at, isInside, type Point } from "../../../../src/drafting/geometry.ts";
import type { DrawnPiece } from "../../../../src/drafting/print/draw-piece.ts";
import { type Box, pointsOf, polyline } from "../../../../src/drafting/print/drawing.ts";
import { layOut, type Placement, placeOutlines } from "../../../../src/drafting/print/lay-out.ts";
import { planPages, shownOn, tileName } from "../../../../src/drafting/print/pages.ts";
import { PAPERS, sheetOf } from "../../../../src/drafting/print/papers.ts";
import { planPrint } from "../../../../src/drafting/print/plan-print.ts";
import { drawPlaced, drawSheets } from "../../../../src/drafting/print/sheets.ts";
import { sweepOf } from "../../../support/sweep.ts";
import { beside, closed, EVERYTHING } from "../drafted.ts";
import { A4, drawSkirt, printRequest } from "./support.ts";

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

const put = (name: string, x: number, y: number): Placement => ({ name, x, y, turn: 0 });

it.each<[string, small: [number, number], wedge: [number, number], boolean]>([
  ["their edges cross", [28, 10], [40, 40], true],
  ["one lies within the other", [9, 9], [40, 0], true],
  ["only their boxes overlap", [54, 34], [40, 0], false],
  ["they touch", [30, 10], [40, 0], false],
])("pieces that are moved by hand overlap or do not: %s", (_, small, third, expected) => {
  const pieces = [box("large", 30, 30), box("small", 5, 5), wedge("wedge")];
  const moved = [put("large", 0, 0), put("small", ...small), put("wedge", ...third)];
  expect(planPages(pieces, A4, moved).overlapping !== null).toBe(expected);
});

it("pieces that are laid out lie apart, and within the paper", () => {
  const pieces = [wedge("a"), wedge("b"), box("c", 12, 30), box("d", 5, 5), wedge("e")];
  const { placements = [], width = 99, height = 0 } = layOut(pieces, 50) ?? {};
  expect(width).toBeLessThanOrEqual(50);
  const outlines = placeOutlines(pieces, placements);
  for (const outline of outlines) {
    for (const { x, y } of outline)
      expect([x >= 0, x <= 50, y >= 0, y <= height]).not.toContain(false);
    for (const other of outlines)
      if (other !== outline)
        for (const point of outline) expect(beside(point, closed(other))).toBeGreaterThan(0.4);
  }
});

it("pieces that are laid out save paper: one of two wedges lies upside down beside the other", () => {
  const layout = layOut([wedge("a"), wedge("b")], 27);
  expect(layout?.placements.map(({ turn }) => turn).toSorted()).toEqual([0, 180]);
  expect(layout?.height).toBeLessThan(50);
});

it("pieces that are laid out keep their grainline, unless a piece is too wide otherwise", () => {
  expect(layOut([box("belt", 40, 10)], 45)?.placements[0]?.turn).toBe(0);
  expect(layOut([box("belt", 40, 10)], 20)?.placements[0]?.turn).toBe(90);
  expect(layOut([box("circle", 40, 40)], 20)).toBeNull();
});

const skirt = drawSkirt();

const papers = Object.keys(PAPERS) as (keyof typeof PAPERS)[];
const isIn = ({ x, y, width, height }: Box, point: Point) =>
  point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;

it.each(papers)("the plan of pages shows all of a skirt on %s", (paper) => {
  for (const orientation of ["portrait", "landscape"] as const) {
    const setup = { paper, orientation, margin: 1, overlap: 1.5 };
    const pages = planPages(skirt, setup, []);
    const printed = pages.tiles.filter(({ isBlank }) => !isBlank);
    const shown = printed.map((tile) => shownOn(pages, tile));
    const all = placeOutlines(skirt, pages.layout.placements).flat();
    expect(all.filter((point) => !shown.some((part) => isIn(part, point)))).toEqual([]);
    expect(pages.area.width).toBeCloseTo(sheetOf(setup).width - 2, 9);
  }
});

it("the plan of pages leaves blank sheets out", () => {
  const pieces = [box("a", 10, 10), box("b", 10, 10)];
  const far = planPages(pieces, A4, [put("b", 80, 100)]);
  expect(far.columns * far.rows).toBeGreaterThan(15);
  expect(far.printed).toBeLessThanOrEqual(5);
  const drawing = drawPlaced(pieces, far.layout.placements);
  expect(drawSheets(far, drawing, TEXTS)).toHaveLength(far.printed);
});

it("the plan of pages says on each sheet that has room what the pattern rests on, beside all lines", () => {
  const pages = planPages(skirt, A4, []);
  const sheets = drawSheets(pages, drawPlaced(skirt, pages.layout.placements), TEXTS);
  const noted = sheets.filter(({ parts: [part] }) => {
    const note = part?.drawing.texts.filter(({ layer }) => layer === "page") ?? [];
    if (note.length === 0) return false;
    expect(note.map(({ text }) => text).join(" ")).toBe(TEXTS.facts.join(" \u00b7 "));
    const lines = part?.drawing.lines.filter(({ layer }) => layer !== "page") ?? [];
    for (const { at: foot, size, text } of note) {
      for (const share of [0, 0.3, 0.6]) {
        const place = at(foot.x + text.length * size * share * 0.6, foot.y - size / 2);
        for (const line of lines) {
          const points = line.isClosed ? closed(pointsOf(line)) : pointsOf(line);
          expect(beside(place, points)).toBeGreaterThan(0.1);
        }
      }
    }
    return true;
  });
  expect(noted.length).toBeGreaterThan(sheets.length * 0.7);
});

it("the plan of pages leaves a piece where a hand has put it, and the others where they were", () => {
  const placed = (...moved: Placement[]) => planPages(skirt, A4, moved).layout.placements;
  const hand = { name: "skirt-front", x: 3, y: 90, turn: 90 } as const;
  const after = placed(hand, { ...hand, name: "of another draft" });
  expect(after).toContainEqual(hand);
  expect(after).toContainEqual(placed().find(({ name }) => name === "skirt-back"));
  expect(placed({ ...hand, x: -5, y: -5 })).toContainEqual({ ...hand, x: 0, y: 0 });
});

it("the plan of pages cuts a roll off where the pattern ends, and prints a wider piece in strips", () => {
  const onRoll = (pieces: readonly DrawnPiece[]) =>
    planPages(pieces, { ...A4, paper: "roll90" }, []);
  const { printed, sheet, layout } = onRoll(skirt);
  expect([printed, sheet.width]).toEqual([1, 90]);
  expect(sheet.height).toBeCloseTo(layout.height + 2, 9);
  expect(onRoll([box("circle", 120, 120)])).toMatchObject({ columns: 2, printed: 2 });
});

it("the plan of pages names sheets by row and column, beyond 26 rows too", () => {
  expect([tileName(0, 0), tileName(25, 2), tileName(26, 0)]).toEqual(["A1", "Z3", "AA1"]);
});

it("draws marks that meet when two sheets are in place", () => {
  const pieces = [box("a", 30, 20)];
  const pages = planPages(pieces, A4, []);
  const [one, other] = drawSheets(pages, drawPlaced(pieces, pages.layout.placements), TEXTS).map(
    ({ parts: [part] }) =>
      part?.drawing.lines.find(({ layer, isClosed }) => layer === "page" && isClosed)?.start,
  );
  // The right sheet begins 18 cm further to the right: 21 cm, margins of 1 cm, an overlap of 1 cm.
  expect((one?.x ?? 0) - (other?.x ?? 0)).toBeCloseTo(18, 9);
  expect(one?.y).toBeCloseTo(other?.y ?? 0, 9);
});

/** The example with each option at its ends, and each choice. */
const variants = EVERYTHING.flatMap((block) =>
  block.options.flatMap((option) => {
    const ends = option.kind === "choice" ? option.choices : [option.min, option.max];
    return ends.map((value) => ({ block, options: { [option.name]: value } }));
  }),
);
const PRINTED = [...EVERYTHING.map((block) => ({ block, options: {} })), ...sweepOf(variants)];

it.each(PRINTED)("what is printed of $block.id has all pieces: $options", ({ block, options }) => {
  const { pattern } = draftBlock(block, { values: EXAMPLE_BODY, options });
  // Options that do not go together are another test's.
  if (!pattern) return;
  const lines = ["Cut 2 on the fold", "Measurements: Anna"];
  const { plan, pieces } = planPrint(printRequest(pattern, lines, block.id));
  const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name).sort();
  expect(namesOf(plan.layout.placements)).toEqual(namesOf(pattern.pieces));
  expect(plan.printed).toBeGreaterThan(0);
  for (const { name, drawing, outline } of pieces) {
    expect(outline.filter(({ x, y }) => !Number.isFinite(x + y))).toEqual([]);
    const labels = drawing.texts.filter(({ layer }) => layer === "label");
    const outside = labels.filter(({ at }) => !isInside(outline, at));
    expect(outside, name).toEqual([]);
  }
});
