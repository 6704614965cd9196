import {
  at,
  type Cubic,
  crossing,
  distance,
  type Point,
  pointOn,
  split,
  straight,
} from "../geometry.ts";
import { cuttingLine } from "../outline.ts";
import type { SkirtDraft } from "../skirt.ts";
import type { SkirtPiece } from "../skirt-piece.ts";
import { withCaps } from "../truing.ts";
import { Drawing } from "./drawing.ts";
import { type Figure, pointOf } from "./figure.ts";
import { roomy, toFront, wholeView } from "./skirt-figures.ts";

/** The front lies some way from the back. */
const GAP = 7;
export const apart =
  ({ numbers }: SkirtDraft) =>
  ({ x, y }: Point): Point =>
    at(numbers.halfHip + GAP - x, y);

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

const closedDarts: Figure<SkirtDraft> = (draft) => {
  const { back, front } = draft.drafted;
  const width = draft.numbers.halfHip;
  const p = (letter: string) => pointOf(draft, letter);
  const bottom = draft.measures.waistToHip - 4;
  const scale = roomy(8.5, width);
  const d = new Drawing({ left: 0, top: -5, right: width + GAP, bottom, scale, margin: 34 });
  const beside = d.moved(apart(draft));
  d.line([p("L"), at(0, bottom)], "l");
  beside.line([at(0, 0), at(0, bottom)], "l");
  folded(d, back);
  folded(beside, front);
  d.point(p("L"), "L", "w").point(back.trued.closed[3], "M", "nw");
  beside.point(front.trued.closed[3], "N", "ne").point(at(0, 0), "D", "e");
  back.darts.forEach((dart, i) => {
    d.point(back.trued.fold(dart.point, i), `${"PQ".charAt(i)}1`, "s");
  });
  front.darts.forEach((dart, i) => {
    beside.point(front.trued.fold(dart.point, i), `${"RS".charAt(i)}1`, "s");
  });
  return d;
};

/** A dart opened out again, with the tip that the fold leaves at its mouth. */
const dartCap: Figure<SkirtDraft> = (draft, format) => {
  const { back, front } = draft;
  const isBack = back.trued.darts.length > 0;
  const { trued } = isBack ? back : front;
  const { length } = format;
  const last = trued.darts.length - 1;
  const dart = trued.darts[last];
  const [before, after] = trued.parts.slice(last);
  // A body that is nearly straight has no darts: its waist is shown as it is.
  if (!dart || !before || !after) return closedDarts(draft, format);
  const middle = Math.round(dart.cap.x * 2) / 2;
  const top = Math.floor(Math.min(dart.cap.y, dart.outer.y)) - 1;
  const bottom = Math.round(dart.point.y * 2) / 2 + 0.5;
  const [left, right] = [middle - 5.5, middle + 6.5];
  const d = new Drawing({ left, top, right, bottom, scale: 22, margin: 34 });
  const [from, to] = [left - 1.5, right + 1.5];
  // Only the waist next to the dart fits into the picture.
  const start = before[0].x < from ? crossing(before, at(from, 0), at(from, 1)) : 0;
  const end = after[3].x > to ? crossing(after, at(to, 0), at(to, 1)) : 1;
  d.curve([split(before, start)[1]], "l").curve([split(after, end)[0]], "l");
  d.line([dart.inner, dart.cap, dart.outer], "n");
  d.line([dart.inner, dart.point, dart.outer], "l").line([dart.cap, dart.point], "g");
  d.measure(dart.point, dart.inner, length(distance(dart.inner, dart.point)), -0.8, "w");
  d.measure(dart.point, dart.outer, length(distance(dart.outer, dart.point)), 0.8, "e");
  return d.point(dart.point, `${(isBack ? "PQ" : "RS").charAt(last)}1`, "s");
};

/** The seam line of a piece on the sheet, clockwise from its centre line, and its allowances. */
function edgesOf(
  { trued, hipCurve, centreWaist }: SkirtPiece,
  length: number,
  centreAllowance: number,
) {
  const hip = hipCurve[3];
  const foot = at(hip.x, length);
  const hem = at(0, length);
  return [
    { curves: withCaps(trued), allowance: 1 },
    { curves: [hipCurve, straight(hip, foot)], allowance: 1.5 },
    { curves: [straight(foot, hem)], allowance: 4 },
    { curves: [straight(hem, centreWaist)], allowance: centreAllowance },
  ];
}

/** A finished piece with grainline and notches; `centre` says what its centre line is. */
export function finished(
  d: Drawing,
  piece: SkirtPiece,
  length: number,
  centre: "seam" | "fold",
): void {
  const { trued, hipCurve } = piece;
  const hip = hipCurve[3];
  const below = (share: number): number => hip.y + (length - hip.y) * share;
  for (const { curves } of edgesOf(piece, length, 0)) d.curve(curves, "l");
  for (const dart of trued.darts) {
    d.darts([dart], "l");
    for (const leg of [dart.inner, dart.outer]) d.notch(leg, at(1, 0), "n");
  }
  d.notch(hip, at(0, 1), "n");
  const middle = hip.x * 0.5;
  d.arrow(at(middle, below(0.2)), at(middle, below(0.75)), "n", true);
  if (centre === "seam") d.notch(at(0, hip.y), at(0, 1), "n");
  else {
    for (const y of [below(0.1), below(0.8)]) d.arrow(at(1.6, y), at(0, y), "n");
    d.line([at(1.6, below(0.1)), at(1.6, below(0.8))], "n");
  }
}

const marked =
  (allowances: boolean): Figure<SkirtDraft> =>
  (draft, { length: cm, number }) => {
    const { back, front, measures, numbers } = draft;
    const length = measures.skirtLength;
    const hip = measures.waistToHip;
    const middle = (hip + length) / 2 - 2;
    const [right, bottom] = [numbers.halfHip + GAP + 1, length + 4];
    const scale = roomy(6, numbers.halfHip);
    const d = new Drawing({ left: -2, top: -2, right, bottom, scale, margin: 24 });
    for (const [on, piece, centre, name] of [
      [d, back, "seam", "1"],
      [d.moved(apart(draft)), front, "fold", "2"],
    ] as const) {
      finished(on, piece, length, centre);
      const side = piece.hipCurve[3].x;
      on.label(at(side / 2, hip + 2), name, "s");
      if (!allowances) continue;
      on.line(cuttingLine(edgesOf(piece, length, centre === "seam" ? 1.5 : 0)), "n");
      on.label(at(side / 2, length + 2), cm(4), "c", "m");
      on.label(at(side, middle), number(1.5), centre === "seam" ? "w" : "e", "m");
    }
    if (allowances) {
      d.label(at(0, middle), number(1.5), "e", "m").label(at(2, 2), number(1), "e", "m");
    }
    return d;
  };

/** Which measure draws which part of the block, by the numbers of the lesson's table. */
const plan: Figure<SkirtDraft> = (draft) => {
  const { back, front, measures, numbers } = draft;
  const p = (letter: string) => pointOf(draft, letter);
  const d = new Drawing({ ...wholeView(draft), left: -3, top: -3, margin: 34 });
  for (const [on, piece] of [
    [d, back],
    [d.moved(toFront(draft)), front],
  ] as const) {
    for (const { curves } of edgesOf(piece, measures.skirtLength, 0)) on.curve(curves, "l");
    on.darts(piece.trued.darts, "l");
  }
  d.measure(at(0, -2), at(numbers.halfHip, -2), "1", 0, "n");
  d.measure(p("E"), p("F"), "", 0, "s").label(at(9, measures.waistToHip), "2", "s", "m");
  return d.measure(p("D"), p("F"), "3", 3, "w").measure(p("A"), p("B"), "4", 2, "w");
};

/** The figures that finish the skirt block, by name. */
export const skirtFinish = {
  plan,
  "closed-darts": closedDarts,
  "dart-cap": dartCap,
  marks: marked(false),
  allowance: marked(true),
} satisfies Readonly<Record<string, Figure<SkirtDraft>>>;
