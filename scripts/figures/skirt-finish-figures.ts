import {
  at,
  type Cubic,
  distance,
  type Point,
  pointOn,
  straight,
} from "../../src/drafting/geometry.ts";
import { cuttingLine } from "../../src/drafting/outline.ts";
import { draftSkirt } from "../../src/drafting/skirt.ts";
import type { SkirtPiece } from "../../src/drafting/skirt-piece.ts";
import { cm, example, p, TOP, toFront, WIDTH } from "./skirt-example.ts";
import { A4, Drawing } from "./svg.ts";

const LENGTH = example.measures.skirtLength;
const HIP = example.measures.waistToHip;

/** The front on the sheet, some way from the back. */
const GAP = 7;
const apart = ({ x, y }: Point): Point => at(WIDTH + GAP - x, y);

/** The block of a curvier body, which needs two darts in the front as well. */
function fourDarts(): Drawing {
  const other = draftSkirt({ waistGirth: 74, hipGirth: 108, waistToHip: 20, skirtLength: 60 });
  const width = other.numbers.halfHip;
  const turn = ({ x, y }: Point): Point => at(width - x, y);
  const d = new Drawing({ ...TOP, right: width, scale: 8.5 });
  d.line([at(0, HIP), at(width, HIP)], "g");
  for (const [on, piece] of [
    [d, other.drafted.back],
    [d.moved(turn), other.drafted.front],
  ] as const) {
    on.curve([piece.waist], "l").curve([piece.hipCurve], "l");
    on.line([piece.centreWaist, at(0, TOP.bottom)], "l");
    for (const dart of piece.darts) on.line([dart.inner, dart.point, dart.outer], "n");
  }
  d.line([at(width / 2, HIP), at(width / 2, TOP.bottom)], "l");
  for (const letter of ["P", "Q", "R", "S"]) {
    const place = other.points[letter];
    if (place) d.point(place, letter, "n");
  }
  return d;
}

/** The parameter at which a waist curve, which runs away from the centre, has the given x. */
function whereX(waist: Cubic, x: number): number {
  let t = 0;
  while (t < 1 && pointOn(waist, t).x < x) t += 1 / 400;
  return Math.min(t, 1);
}

/** A piece with its darts shut: the waist as drafted (guide) and the one smooth curve (new). */
function folded(d: Drawing, { trued, darts, waist, hipCurve }: SkirtPiece): void {
  const shut = (part: number): Drawing => d.moved((q) => trued.fold(q, part));
  for (let part = 0; part <= darts.length; part++) {
    const [before, after] = [darts[part - 1], darts[part]];
    const from = before ? whereX(waist, before.outer.x) : 0;
    const to = after ? whereX(waist, after.inner.x) : 1;
    const shares = [0, 0.2, 0.4, 0.6, 0.8, 1];
    shut(part).line(
      shares.map((share) => pointOn(waist, from + (to - from) * share)),
      "l",
    );
  }
  trued.darts.forEach((dart, i) => {
    shut(i).line([dart.inner, dart.point], "g");
  });
  shut(darts.length).curve([hipCurve], "l");
  d.curve([trued.closed], "n");
}

function closedDarts(): Drawing {
  const { back, front } = example.drafted;
  const bottom = 16;
  const d = new Drawing({ left: 0, top: -5, right: WIDTH + GAP, bottom, scale: 8.5, margin: 34 });
  const beside = d.moved(apart);
  d.line([p("L"), at(0, bottom)], "l");
  beside.line([at(0, 0), at(0, bottom)], "l");
  folded(d, back);
  folded(beside, front);
  d.point(p("L"), "L", "w").point(back.trued.closed[3], "M", "nw");
  beside.point(front.trued.closed[3], "N", "ne").point(at(0, 0), "D", "e");
  d.point(p("P1"), "P1", "s").point(back.trued.fold(p("Q1"), 1), "Q1", "s");
  beside.point(toFront(p("R1")), "R1", "s");
  return d;
}

/** A dart opened out again, with the tip that the fold leaves at its mouth. */
function dartCap(): Drawing {
  const { trued } = example.back;
  const dart = trued.darts[1];
  const [, before, after] = trued.parts;
  if (!dart || !before || !after) throw new Error("the example skirt has two back darts");
  const d = new Drawing({ left: 9, top: -2, right: 21, bottom: 13.5, scale: 22, margin: 34 });
  d.curve([before], "l").curve([after], "l").line([dart.inner, dart.cap, dart.outer], "n");
  d.line([dart.inner, dart.point, dart.outer], "l").line([dart.cap, dart.point], "g");
  d.measure(dart.point, dart.inner, cm(distance(dart.inner, dart.point)), -0.8, "w");
  d.measure(dart.point, dart.outer, cm(distance(dart.outer, dart.point)), 0.8, "e");
  return d.point(dart.point, "Q1", "s");
}

/** The seam line of a piece on the sheet, clockwise from its centre line, and its allowances. */
function edgesOf({ trued, hipCurve, centreWaist }: SkirtPiece, centreAllowance: number) {
  const hip = hipCurve[3];
  const foot = at(hip.x, LENGTH);
  const hem = at(0, LENGTH);
  const waist = trued.parts.flatMap((part, i) => {
    const dart = trued.darts[i];
    return dart ? [part, straight(dart.inner, dart.cap), straight(dart.cap, dart.outer)] : [part];
  });
  return [
    { curves: waist, allowance: 1 },
    { curves: [hipCurve, straight(hip, foot)], allowance: 1.5 },
    { curves: [straight(foot, hem)], allowance: 4 },
    { curves: [straight(hem, centreWaist)], allowance: centreAllowance },
  ];
}

/** A finished piece with grainline and notches; `centre` says what its centre line is. */
function finished(d: Drawing, piece: SkirtPiece, centre: "seam" | "fold"): void {
  const { trued, hipCurve } = piece;
  for (const { curves } of edgesOf(piece, 0)) d.curve(curves, "l");
  for (const dart of trued.darts) {
    d.line([dart.inner, dart.point, dart.outer], "l");
    for (const leg of [dart.inner, dart.outer]) d.notch(leg, at(1, 0), "n");
  }
  d.notch(hipCurve[3], at(0, 1), "n");
  const middle = hipCurve[3].x * 0.5;
  d.arrow(at(middle, 28), at(middle, 50), "n", true);
  if (centre === "seam") d.notch(at(0, HIP), at(0, 1), "n");
  else {
    d.arrow(at(1.6, 24), at(0, 24), "n").arrow(at(1.6, 52), at(0, 52), "n");
    d.line([at(1.6, 24), at(1.6, 52)], "n");
  }
}

function marked(allowances: boolean): Drawing {
  const [right, bottom] = [WIDTH + GAP + 1, LENGTH + 4];
  const d = new Drawing({ left: -2, top: -2, right, bottom, scale: 6, margin: 24 });
  for (const [on, piece, centre, name] of [
    [d, example.back, "seam", "1"],
    [d.moved(apart), example.front, "fold", "2"],
  ] as const) {
    finished(on, piece, centre);
    on.label(at(12.5, 22), name, "s");
    if (!allowances) continue;
    on.line(cuttingLine(edgesOf(piece, centre === "seam" ? 1.5 : 0)), "n");
    const side = piece.hipCurve[3].x;
    on.label(at(side / 2, LENGTH + 2), "4 cm", "c", "m");
    on.label(at(side, 38), "1.5", centre === "seam" ? "w" : "e", "m");
  }
  if (allowances) d.label(at(0, 38), "1.5", "e", "m").label(at(2, 2), "1", "e", "m");
  return d;
}

/** Which measure draws which part of the block, by the numbers of the lesson's table. */
function plan(): Drawing {
  const d = new Drawing({ left: -3, top: -3, right: WIDTH, bottom: LENGTH, scale: 6, margin: 34 });
  for (const [on, piece] of [
    [d, example.back],
    [d.moved(toFront), example.front],
  ] as const) {
    for (const { curves } of edgesOf(piece, 0)) on.curve(curves, "l");
    for (const dart of piece.trued.darts) on.line([dart.inner, dart.point, dart.outer], "l");
  }
  d.measure(at(0, -2), at(WIDTH, -2), "1", 0, "n").measure(p("E"), p("F"), "", 0, "s");
  d.label(at(9, HIP), "2", "s", "m");
  return d.measure(p("D"), p("F"), "3", 3, "w").measure(p("A"), p("B"), "4", 2, "w");
}

/** The example block at a quarter of its size on a sheet of A4, to lay a quarter-size draft on. */
function quarterSheet(): string {
  const d = new Drawing({ left: -17, top: -12, right: 67, bottom: 106.8, scale: 10, margin: 0 });
  const beside = d.moved(apart);
  finished(d, example.back, "seam");
  finished(beside, example.front, "fold");
  for (const on of [d, beside]) on.line([at(0, HIP), at(25, HIP)], "g");
  d.label(at(12.5, 22), "1", "s");
  beside.label(at(12.5, 22), "2", "s");
  return d.measure(at(0, 84), at(40, 84), "10 cm", 0, "s").toString(A4);
}

/** The figures that finish the skirt block, by file. */
export const skirtFinish: Readonly<Record<string, () => Drawing | string>> = {
  "assignments/skirt-own-task.svg": () => marked(false),
  "assets/skirt-plan.svg": plan,
  "assets/skirt-dart-count.svg": fourDarts,
  "assets/skirt-closed-darts.svg": closedDarts,
  "assets/skirt-dart-cap.svg": dartCap,
  "assets/skirt-marks.svg": () => marked(false),
  "assets/skirt-allowance.svg": () => marked(true),
  "assets/skirt-quarter.svg": quarterSheet,
};
