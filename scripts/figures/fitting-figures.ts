import { Drawing } from "../../src/drafting/figures/drawing.ts";
import {
  add,
  at,
  between,
  type Cubic,
  type Point,
  pointOn,
  straight,
} from "../../src/drafting/geometry.ts";
import { makePiece, type SkirtPiece } from "../../src/drafting/skirt-piece.ts";
import { example } from "./sheet-figures.ts";

const LENGTH = example.measures.skirtLength;
const HIP = example.measures.waistToHip;

/** A skirt on the body seen from in front or behind, its waist's middle at the given point. */
function worn(d: Drawing, x: number): Drawing {
  const side = (sign: 1 | -1): Cubic[] => {
    const hip = at(x + sign * 18, HIP);
    return [
      [at(x + sign * 12.5, 0), at(x + sign * 14, 6), at(x + sign * 18, 11), hip],
      straight(hip, at(x + sign * 18, LENGTH)),
    ];
  };
  const dip = (y: number, half: number, depth: number): Cubic => [
    at(x - half, y),
    at(x - half / 3, y + depth),
    at(x + half / 3, y + depth),
    at(x + half, y),
  ];
  d.curve(side(1), "l").curve(side(-1), "l");
  return d.curve([dip(0, 12.5, 1.5)], "l").curve([dip(LENGTH, 18, 2)], "l");
}

const crease = (d: Drawing, ...curve: Cubic): Drawing => d.curve([curve], "n");

/** The folds of four skirts: tight, loose, caught at one point, too long in the back. */
function folds(): Drawing {
  const d = new Drawing({ left: -20, top: -7, right: 155, bottom: 64, scale: 3, margin: 12 });
  [0, 45, 90, 135].forEach((x, i) => {
    worn(d, x).label(at(x, -1), String(i + 1), "n");
  });
  for (const y of [13, 17, 21]) {
    crease(d, at(-16, y), at(-10, y + 2), at(-6, y + 2), at(-2, y + 1));
    crease(d, at(16, y), at(10, y + 2), at(6, y + 2), at(2, y + 1));
  }
  for (const x of [33, 38, 52, 57]) crease(d, at(x, 14), at(x + 1, 25), at(x - 1, 38), at(x, 54));
  for (const sign of [1, -1])
    for (const step of [0, 3, 6])
      crease(
        d,
        at(90 + sign * (15 + step / 3), 9 + step * 1.2),
        at(90 + sign * 11, 17 + step),
        at(90 + sign * 7, 25 + step),
        at(90 + sign * 3, 32 + step),
      );
  for (const y of [3, 5.5]) crease(d, at(124, y), at(130, y + 3.5), at(140, y + 3.5), at(146, y));
  return d;
}

/** A skirt seen from the side: how the side seam hangs against the plumb line. */
function balance(): Drawing {
  const d = new Drawing({ left: -20, top: -7, right: 115, bottom: 66, scale: 3.8, margin: 12 });
  [
    { x: 0, swing: 0, front: 0, back: 0 },
    { x: 48, swing: -5, front: -3, back: 1 },
    { x: 96, swing: 5, front: 1, back: -3 },
  ].forEach(({ x, swing, front, back }, i) => {
    const hem = [at(x - 13 + swing * 0.6, LENGTH + front), at(x + 14 + swing * 0.6, LENGTH + back)];
    const [left, right] = hem as [Point, Point];
    d.curve([[at(x - 9, 0), at(x - 12, 5), at(x - 12, 12), at(x - 12, 20)]], "l");
    const fall = (hip: Point, foot: Point): Cubic => [
      hip,
      at(hip.x, hip.y + 9),
      between(hip, foot, 0.6),
      foot,
    ];
    d.curve([fall(at(x - 12, 20), left)], "l").line([left, right], swing ? "n" : "l");
    d.curve([[at(x + 8, 0), at(x + 9, 6), at(x + 15, 12), at(x + 15, 20)]], "l");
    d.curve([fall(at(x + 15, 20), right)], "l").line([at(x - 9, 0), at(x + 8, 0)], "l");
    d.line([at(x, 0), at(x, LENGTH + 4)], "g");
    d.line([at(x, 0), at(x + swing, LENGTH + (front + back) / 2)], swing ? "n" : "l");
    d.label(at(x, -1), String(i + 1), "n");
  });
  return d;
}

const outline = (d: Drawing, { trued, hipCurve }: SkirtPiece, kind: "l" | "g" | "n") => {
  for (const curve of [...trued.parts, hipCurve]) d.curve([curve], kind);
  d.darts(trued.darts, kind);
};

/** Letting out at the side and taking in, each drawn over the block. */
function width(): Drawing {
  const d = new Drawing({ left: 0, top: -3, right: 62, bottom: 34, scale: 7.5, margin: 28 });
  const { back } = example;
  [1, -1].forEach((change, i) => {
    const beside = d.moved((p) => at(p.x + i * 34, p.y));
    outline(beside, back, "l");
    beside.line([at(0, 1), at(0, 34)], "l").line([at(25, HIP), at(25, 34)], "l");
    const out = (p: Point, share: number): Point => at(p.x + change * share, p.y);
    const [top, a, b, hip] = back.hipCurve;
    beside.curve([[out(top, 0.5), out(a, 0.8), out(b, 1), out(hip, 1)]], "n");
    beside.line([out(hip, 1), at(25 + change, 34)], "n").label(at(10, 24), String(i + 1), "c");
  });
  return d;
}

/** The back with the fitting's changes: centre back lowered, side let out, darts narrower. */
function transfer(): Drawing {
  const d = new Drawing({ left: 0, top: -3, right: 29, bottom: 30, scale: 13, margin: 34 });
  const { back } = example;
  const darts = back.darts.map((dart) => ({
    ...dart,
    inner: between(dart.inner, dart.centre, 0.2),
    outer: between(dart.outer, dart.centre, 0.2),
  }));
  const lower = add(back.centreWaist, at(0, 0.8));
  const hip = add(back.hipCurve[3], at(0.8, 0));
  const changed = makePiece(lower, add(back.sideWaist, at(0.4, 0)), hip, darts);
  outline(d, back, "g");
  d.line([at(25, HIP), at(25, 30)], "g").line([at(0, 1), at(0, 30)], "l");
  outline(d, changed, "n");
  d.line([hip, at(hip.x, 30)], "n");
  d.label(lower, "1", "w").label(pointOn(changed.hipCurve, 0.6), "2", "e");
  const [first] = changed.trued.darts;
  if (first) d.label(between(first.inner, first.point, 0.3), "3", "w");
  return d;
}

/** The lines drawn on a toile before it is cut: centre, hip line, grain, seams. */
function toile(): Drawing {
  const d = new Drawing({ left: -3, top: -4, right: 30, bottom: 65, scale: 6, margin: 26 });
  const { back } = example;
  outline(d, back, "l");
  d.line([back.hipCurve[3], at(25, LENGTH), at(0, LENGTH), back.centreWaist], "l");
  d.line([at(-3, -3), at(28, -3), at(28, 64), at(-3, 64), at(-3, -3)], "g");
  d.line([at(-3, HIP), at(28, HIP)], "n").line([at(12.5, -3), at(12.5, 64)], "n");
  d.line([at(0, -3), at(0, 64)], "n");
  d.label(at(28, HIP), "1", "e").label(at(12.5, -3), "2", "n");
  return d.label(at(0, -3), "3", "n").label(at(25, 42), "4", "w");
}

/** Three views of a toile with the level and upright lines that a photograph must show. */
function views(): Drawing {
  const d = new Drawing({ left: -20, top: -5, right: 110, bottom: 64, scale: 3, margin: 12 });
  for (const x of [0, 45, 90]) {
    worn(d, x).line([at(x - 18, HIP), at(x + 18, HIP)], "n");
    d.line([at(x, 1), at(x, LENGTH + 1.5)], "n");
  }
  return d;
}

/** The figures of the fitting lessons, by file. */
export const fittingFigures: Readonly<Record<string, () => Drawing>> = {
  "assignments/fit-task.svg": views,
  "assets/fit-toile.svg": toile,
  "assets/fit-folds.svg": folds,
  "assets/fit-width.svg": width,
  "assets/fit-balance.svg": balance,
  "assets/fit-transfer.svg": transfer,
};
