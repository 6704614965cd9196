import type { Measures } from "../../src/drafting/block.ts";
import { draftBodice } from "../../src/drafting/bodice.ts";
import { EXAMPLE_BODY } from "../../src/drafting/example-body.ts";
import { drawFront } from "../../src/drafting/figures/dart-figures.ts";
import { A4, Drawing } from "../../src/drafting/figures/drawing.ts";
import { apart, finished } from "../../src/drafting/figures/skirt-finish-figures.ts";
import { at } from "../../src/drafting/geometry.ts";
import { draftSkirt, EXAMPLE_SKIRT } from "../../src/drafting/skirt.ts";
import { dartPoster } from "./dart-film.ts";

/** The skirt of the lessons' example body. */
export const example = draftSkirt(EXAMPLE_SKIRT);

/** The bodice of the lessons' example body. */
const bodice = draftBodice(EXAMPLE_BODY as Measures);
const { points: q } = bodice;

/** The example block at a quarter of its size on a sheet of A4. */
function quarterBodice(): string {
  const d = new Drawing({ left: -17, top: -20, right: 67, bottom: 98.8, scale: 10, margin: 0 });
  const front = d.moved((p) => at(p.x + 6, p.y));
  d.curve([bodice.backNeck], "l").curve(bodice.backArmscye, "l");
  d.line([q.G, q.H], "l").line([q.C, q.A], "l").line([q.S, q.U], "l");
  const { back, front: waist } = bodice.trued;
  d.curve(back.parts, "l");
  front.curve(waist.parts, "l").curve([bodice.frontNeck], "l").curve(bodice.frontArmscye, "l");
  front.line([q.K, q.N, q.M, q.P, q.Q], "l").line([q.L, q.E], "l").line([q.S, q.V], "l");
  d.line([q.B, q.S], "g");
  front.line([q.S, q.D], "g");
  for (const { inner, point, outer, cap } of back.darts)
    d.line([cap, inner, point, outer, cap], "l");
  for (const { inner, point, outer, cap } of waist.darts)
    front.line([cap, inner, point, outer, cap], "l");
  d.label(at(9, 12), "1", "c");
  front.label(at(44, 12), "2", "c");
  return d.measure(at(0, 64), at(40, 64), "10 cm", 0, "s").toString(A4);
}

/** The front at half its size on A4, to cut out and practise on. */
function practice(): string {
  const d = new Drawing({ left: 15, top: -8, right: 57, bottom: 51.4, scale: 20, margin: 0 });
  drawFront(bodice, d);
  d.point(q.M, "M", "e").label(q.N, "N", "n").label(q.P, "P", "n");
  d.line([at(q.M.x, q.E.y), q.M], "g");
  d.arrow(at(46, 20), at(46, 34), "d", true);
  d.measure(at(30, 46), at(40, 46), "5 cm", 0, "s");
  return d.toString(A4);
}

/** The figures of the bodice and dart lessons that show no draft of the student, by file. */
export const bodiceSheets: Readonly<Record<string, () => Drawing | string>> = {
  "assets/bodice-quarter.svg": quarterBodice,
  "assets/dart-turning.svg": dartPoster,
  "assets/dart-practice.svg": practice,
};

const { skirtLength, waistToHip } = example.measures;

/** The block of a curvier body, which needs two darts in the front as well. */
function fourDarts(): Drawing {
  const other = draftSkirt({ waistGirth: 74, hipGirth: 108, waistToHip: 20, skirtLength: 60 });
  const width = other.numbers.halfHip;
  const bottom = waistToHip + 3;
  const d = new Drawing({ left: 0, top: -3, right: width, bottom, scale: 8.5, margin: 40 });
  d.line([at(0, waistToHip), at(width, waistToHip)], "g");
  for (const [on, piece] of [
    [d, other.drafted.back],
    [d.moved(({ x, y }) => at(width - x, y)), other.drafted.front],
  ] as const) {
    on.curve([piece.waist], "l").curve([piece.hipCurve], "l");
    on.line([piece.centreWaist, at(0, bottom)], "l");
    on.darts(piece.darts, "n");
  }
  d.line([at(width / 2, waistToHip), at(width / 2, bottom)], "l");
  for (const letter of ["P", "Q", "R", "S"]) {
    const place = other.points[letter];
    if (place) d.point(place, letter, "n");
  }
  return d;
}

/** The example block at a quarter of its size on a sheet of A4, to lay a quarter-size draft on. */
function quarterSkirt(): string {
  const d = new Drawing({ left: -17, top: -12, right: 67, bottom: 106.8, scale: 10, margin: 0 });
  const beside = d.moved(apart(example));
  finished(d, example.back, skirtLength, "seam");
  finished(beside, example.front, skirtLength, "fold");
  for (const on of [d, beside]) on.line([at(0, waistToHip), at(25, waistToHip)], "g");
  d.label(at(12.5, 22), "1", "s");
  beside.label(at(12.5, 22), "2", "s");
  return d.measure(at(0, 84), at(40, 84), "10 cm", 0, "s").toString(A4);
}

/** The figures of the skirt lessons that show no draft of the student, by file. */
export const skirtSheets: Readonly<Record<string, () => Drawing | string>> = {
  "assets/skirt-dart-count.svg": fourDarts,
  "assets/skirt-quarter.svg": quarterSkirt,
};
