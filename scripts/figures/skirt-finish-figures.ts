import { at, type Cubic, distance, mapCurve, type Point, pointOn, straight } from "./geometry.ts";
import { cuttingLine } from "./outline.ts";
import { draftSkirt } from "./skirt.ts";
import { cm, example, p, TOP, toFront, WIDTH } from "./skirt-example.ts";
import type { SkirtPiece } from "./skirt-piece.ts";
import { Drawing } from "./svg.ts";

const LENGTH = example.measures.skirtLength;
const HIP = example.measures.waistToHip;
const same = (q: Point): Point => q;

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
  for (const [piece, move] of [
    [other.drafted.back, same],
    [other.drafted.front, turn],
  ] as const) {
    d.curve([mapCurve(piece.waist, move)], "l").curve([mapCurve(piece.hipCurve, move)], "l");
    d.line([piece.centreWaist, at(0, TOP.bottom)].map(move), "l");
    for (const dart of piece.darts) d.line([dart.inner, dart.point, dart.outer].map(move), "n");
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
function folded(
  d: Drawing,
  { trued, darts, waist, hipCurve }: SkirtPiece,
  move: typeof same,
): void {
  const last = darts.length;
  for (let part = 0; part <= last; part++) {
    const from = darts[part - 1] ? whereX(waist, (darts[part - 1] as { outer: Point }).outer.x) : 0;
    const to = darts[part] ? whereX(waist, (darts[part] as { inner: Point }).inner.x) : 1;
    const edge = [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) =>
      pointOn(waist, from + (to - from) * share),
    );
    d.line(
      edge.map((q) => move(trued.fold(q, part))),
      "l",
    );
  }
  trued.darts.forEach((dart, i) => {
    d.line(
      [dart.inner, dart.point].map((q) => move(trued.fold(q, i))),
      "g",
    );
  });
  d.curve([mapCurve(hipCurve, (q) => move(trued.fold(q, last)))], "l");
  d.curve([mapCurve(trued.closed, move)], "n");
}

function closedDarts(): Drawing {
  const { back, front } = example.drafted;
  const bottom = 16;
  const d = new Drawing({ left: 0, top: -5, right: WIDTH + GAP, bottom, scale: 8.5, margin: 34 });
  d.line([p("L"), at(0, bottom)], "l").line([apart(at(0, 0)), apart(at(0, bottom))], "l");
  folded(d, back, same);
  folded(d, front, apart);
  d.point(p("L"), "L", "w").point(back.trued.closed[3], "M", "nw");
  d.point(apart(front.trued.closed[3]), "N", "ne").point(apart(at(0, 0)), "D", "e");
  d.point(p("P1"), "P1", "s").point(back.trued.fold(p("Q1"), 1), "Q1", "s");
  return d.point(apart(toFront(p("R1"))), "R1", "s");
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
function finished(d: Drawing, piece: SkirtPiece, move: typeof same, centre: "seam" | "fold"): void {
  const { trued, hipCurve } = piece;
  const edges = edgesOf(piece, centre === "seam" ? 1.5 : 0);
  for (const { curves } of edges)
    d.curve(
      curves.map((c) => mapCurve(c, move)),
      "l",
    );
  for (const dart of trued.darts) {
    d.line([dart.inner, dart.point, dart.outer].map(move), "l");
    for (const leg of [dart.inner, dart.outer]) d.notch(move(leg), at(1, 0), "n");
  }
  d.notch(move(hipCurve[3]), at(0, 1), "n");
  const grain = (y: number): Point => move(at(hipCurve[3].x * 0.5, y));
  d.arrow(grain(28), grain(50), "n", true);
  if (centre === "seam") d.notch(move(at(0, HIP)), at(0, 1), "n");
  else {
    const bracket = [at(0, 24), at(1.6, 24), at(1.6, 52), at(0, 52)].map(move) as Point[];
    d.arrow(bracket[1] as Point, bracket[0] as Point, "n");
    d.arrow(bracket[2] as Point, bracket[3] as Point, "n");
    d.line([bracket[1] as Point, bracket[2] as Point], "n");
  }
}

function marked(allowances: boolean): Drawing {
  const view = {
    left: -2,
    top: -2,
    right: WIDTH + GAP + 1,
    bottom: LENGTH + 4,
    scale: 6,
    margin: 24,
  };
  const d = new Drawing(view);
  for (const [piece, move, centre, name] of [
    [example.back, same, "seam", "1"],
    [example.front, apart, "fold", "2"],
  ] as const) {
    finished(d, piece, move, centre);
    d.label(move(at(12.5, 22)), name, "s");
    if (!allowances) continue;
    d.line(cuttingLine(edgesOf(piece, centre === "seam" ? 1.5 : 0)).map(move), "n");
    const side = piece.hipCurve[3].x;
    d.label(move(at(side / 2, LENGTH + 2)), "4 cm", "c", "m");
    d.label(move(at(side, 38)), "1.5", centre === "seam" ? "w" : "e", "m");
  }
  if (allowances) d.label(at(0, 38), "1.5", "e", "m").label(at(2, 2), "1", "e", "m");
  return d;
}

/** Which measure draws which part of the block, by the numbers of the lesson's table. */
function plan(): Drawing {
  const d = new Drawing({ left: -3, top: -3, right: WIDTH, bottom: LENGTH, scale: 6, margin: 34 });
  for (const [piece, move] of [
    [example.back, same],
    [example.front, toFront],
  ] as const) {
    for (const { curves } of edgesOf(piece, 0))
      d.curve(
        curves.map((c) => mapCurve(c, move)),
        "l",
      );
    for (const dart of piece.trued.darts)
      d.line([dart.inner, dart.point, dart.outer].map(move), "l");
  }
  d.measure(at(0, -2), at(WIDTH, -2), "1", 0, "n").measure(p("E"), p("F"), "", 0, "s");
  d.label(at(9, HIP), "2", "s", "m");
  return d.measure(p("D"), p("F"), "3", 3, "w").measure(p("A"), p("B"), "4", 2, "w");
}

/** The example block at a quarter of its size on a sheet of A4, to lay a quarter-size draft on. */
function quarterSheet(): string {
  const scale = 10;
  const d = new Drawing({ left: -17, top: -12, right: 67, bottom: 106.8, scale, margin: 0 });
  finished(d, example.back, same, "seam");
  finished(d, example.front, apart, "fold");
  d.line([at(0, HIP), at(25, HIP)], "g").line([apart(at(0, HIP)), apart(at(25, HIP))], "g");
  d.label(at(12.5, 22), "1", "s").label(apart(at(12.5, 22)), "2", "s");
  d.measure(at(0, 84), at(40, 84), "10 cm", 0, "s");
  return d.toString({ widthMm: 210, heightMm: 297 });
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
