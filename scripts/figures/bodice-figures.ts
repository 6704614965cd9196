import { draftBodice, EXAMPLE_BODICE } from "../../src/drafting/bodice.ts";
import {
  add,
  angleOf,
  at,
  between,
  pointOn,
  rotate,
  subtract,
  times,
} from "../../src/drafting/geometry.ts";
import { cm, figure } from "./skirt-example.ts";
import { A4, Drawing, type View } from "./svg.ts";

export const bodice = draftBodice(EXAMPLE_BODICE);
const { points: q, numbers, measures } = bodice;

type Letter = keyof typeof q;

const WHOLE: View = { left: 0, top: -3, right: 49, bottom: 41, scale: 9.5, margin: 40 };
const BACK: View = { left: 0, top: -3, right: 25, bottom: 24, scale: 14, margin: 40 };
const FRONT: View = { left: 22, top: -3, right: 49, bottom: 27, scale: 13, margin: 40 };

const line = (d: Drawing, letters: readonly Letter[], kind: "l" | "g" | "n"): Drawing =>
  d.line(
    letters.map((letter) => q[letter]),
    kind,
  );

function frame(): Drawing {
  const d = line(new Drawing({ ...WHOLE, top: -1 }), ["A", "C", "E"], "n");
  const top = at(q.E.x, 0);
  d.line([q.E, top], "n");
  line(d, ["B", "D"], "n").line([q.F, at(q.F.x, 0)], "n");
  d.corner(q.C, q.A, q.E)
    .corner(q.E, q.C, q.D)
    .corner(q.B, q.A, q.D)
    .corner(q.F, at(q.F.x, 0), q.D);
  d.measure(q.A, q.B, cm(numbers.chestDepth), -2, "e");
  d.measure(q.A, q.C, cm(measures.backNeckToWaist), -22, "e");
  d.measure(q.B, q.F, cm(numbers.halfBack), 1.5, "s");
  d.measure(q.C, q.E, cm(numbers.halfWidth), 1.5, "s");
  return d.points(q, { A: "nw", B: "w", C: "sw", D: "e", E: "se", F: "se" });
}

/** Chest line, centre back and the line of the back width, on which the back is drawn. */
function backGround(): Drawing {
  const d = line(new Drawing(BACK), ["A", "B"], "l");
  d.line([q.B, at(q.S.x, q.B.y)], "l").line([q.F, at(q.F.x, -1)], "g");
  return d.label(q.B, "B", "w");
}

function backNeck(): Drawing {
  const d = backGround();
  const ten = add(q.G, at(10, numbers.dropPerTen));
  const foot = at(q.G.x, 0);
  d.line([q.A, foot, q.G], "g").line([q.G, at(ten.x, q.G.y), ten], "g");
  d.curve([bodice.backNeck], "n");
  line(d, ["G", "H"], "n");
  d.measure(q.A, foot, cm(numbers.backNeckWidth), 1.4, "s");
  d.label(between(foot, q.G, 0.5), figure(numbers.backNeckRise), "e", "m");
  d.label(at((q.G.x + ten.x) / 2, q.G.y), "10", "n", "m");
  d.label(at(ten.x, q.G.y + 2.4), figure(numbers.dropPerTen), "w", "m");
  d.label(between(q.G, q.H, 0.4), cm(numbers.backShoulder), "sw", "m");
  return d.points(q, { A: "w", G: "n", H: "e", F: "se" });
}

function backArmscye(): Drawing {
  const d = backGround();
  d.curve([bodice.backNeck], "l");
  line(d, ["G", "H"], "l").curve(bodice.backArmscye, "n");
  const diagonal = add(q.F, times(at(1, -1), 3 / Math.SQRT2));
  d.line([q.F, diagonal], "d").label(between(q.F, diagonal, 0.6), "3", "e", "m");
  d.measure(q.F, q.S, cm(numbers.armscyeWidth / 2), 1.2, "s");
  return d.points(q, { A: "w", G: "n", H: "e", J: "w", F: "sw", S: "e" });
}

/** Chest line and centre front, on which the front is drawn. */
function frontGround(): Drawing {
  const d = new Drawing(FRONT);
  d.line([q.S, at(q.D.x, q.D.y)], "l").line([q.L, at(q.D.x, 27)], "l");
  return d.line([at(q.D.x, -2.5), q.L], "g").label(q.D, "D", "e");
}

function frontNeck(): Drawing {
  const d = frontGround();
  const corner = at(q.L.x, q.K.y);
  d.line([q.K, corner], "g").curve([bodice.frontNeck], "n");
  d.line([q.K, q.M], "g").line([q.M, at(q.L.x, q.M.y)], "g");
  d.measure(q.K, corner, cm(numbers.frontNeckWidth), 0, "n");
  d.label(between(corner, q.L, 0.5), cm(numbers.frontNeckDepth), "w", "m");
  d.label(between(q.K, q.M, 0.55), cm(measures.sideNeckToBustPoint), "w", "m");
  d.measure(q.M, at(q.L.x, q.M.y), cm(numbers.fromCentre), 1, "s");
  return d.points(q, { K: "nw", L: "e", M: "w" });
}

function bustDart(): Drawing {
  const d = frontGround().curve([bodice.frontNeck], "l");
  line(d, ["K", "N"], "n");
  line(d, ["N", "M", "P", "Q"], "n");
  d.measure(q.P, q.N, cm(numbers.dartWidth), -1.2, "n");
  d.label(between(q.P, q.Q, 0.4), cm(numbers.restOfShoulder), "nw", "m");
  d.label(between(q.N, q.K, 0.5), "5 cm", "se", "m");
  return d.points(q, { K: "ne", L: "e", M: "s", N: "se", P: "w", Q: "w" });
}

function frontArmscye(): Drawing {
  const d = frontGround().curve([bodice.frontNeck], "l");
  line(d, ["K", "N", "M", "P", "Q"], "l").line([q.R, at(q.R.x, 6)], "g");
  d.curve(bodice.frontArmscye, "n");
  const diagonal = add(q.R, times(at(-1, -1), 2.5 / Math.SQRT2));
  d.line([q.R, diagonal], "d").label(at(q.R.x - 2, q.R.y), "2.5", "s", "m");
  d.label(between(q.Y, q.R, 0.45), cm(q.R.y - q.Y.y), "e", "m");
  d.measure(q.R, q.D, cm(numbers.halfFront), 3.4, "s");
  return d.points(q, {
    K: "ne",
    L: "e",
    M: "ne",
    N: "se",
    P: "nw",
    Q: "w",
    R: "se",
    S: "w",
    Y: "e",
  });
}

function upper(view: View): Drawing {
  const d = new Drawing(view);
  d.curve([bodice.backNeck], "l").curve(bodice.backArmscye, "l");
  d.curve([bodice.frontNeck], "l").curve(bodice.frontArmscye, "l");
  line(line(d, ["G", "H"], "l"), ["A", "C"], "l");
  return line(line(d, ["K", "N", "M", "P", "Q"], "l"), ["L", "E"], "l");
}

function waist(): Drawing {
  const d = upper({ ...WHOLE, bottom: 43 });
  line(d, ["B", "D"], "g").line([q.S, q.T], "g");
  line(d, ["C", "U", "S", "V", "E"], "n");
  for (const { centre, point, inner, outer } of [bodice.backDart, bodice.frontDart]) {
    d.line([centre, point], "g").line([inner, point, outer], "n");
    const [left, right] = inner.x < outer.x ? [inner, outer] : [outer, inner];
    d.measure(left, right, cm(numbers.waistDart), 2.8, "s");
  }
  d.measure(q.U, q.T, figure(numbers.sideEach), 1.2, "s");
  d.measure(q.T, q.V, figure(numbers.sideEach), 1.2, "s");
  d.points(q, { C: "sw", E: "se", S: "n", U: "sw", V: "se", W: "s", X: "s" });
  return d.points(q, { M: "e", X1: "e", W1: "ne" });
}

/** The front, its bust dart shut, its shoulder on the back's: neck and armscye must be smooth. */
function shoulders(): Drawing {
  const d = new Drawing({ left: -9, top: -15, right: 25, bottom: 16, scale: 11, margin: 34 });
  const turn = angleOf(q.G, q.H) - angleOf(q.K, q.N);
  const laid = d.moved((p) => add(rotate(subtract(p, q.K), at(0, 0), turn), q.G));
  const shut = laid.moved((p) => rotate(p, q.M, bodice.dartAngle));
  d.curve([bodice.backNeck], "l").curve(bodice.backArmscye.slice(0, 1), "l");
  d.line([q.A, at(0, 16)], "l").line([q.G, q.H], "n");
  laid.curve([bodice.frontNeck], "l").line([q.L, at(q.L.x, 10)], "l");
  shut.curve(bodice.frontArmscye.slice(0, 1), "l");
  laid.line([q.N, between(q.N, q.M, 0.5)], "g");
  d.points(q, { A: "w", G: "w", H: "e", J: "e" });
  laid.point(q.L, "L", "n");
  shut.point(q.Y, "Y", "e");
  laid.point(q.N, "N", "s");
  return d;
}

/** The waist darts folded shut: the waist as drafted and the one smooth curve through it. */
function waistClosed(): Drawing {
  const d = new Drawing({ left: 0, top: 20, right: 54, bottom: 45, scale: 8.8, margin: 34 });
  const front = d.moved((p) => at(p.x + 5, p.y));
  for (const [on, centre, side, dart, seam, letters] of [
    [d, q.C, q.U, bodice.backDart, bodice.trued.back, ["C", "U", "W1"]],
    [front, q.E, q.V, bodice.frontDart, bodice.trued.front, ["E", "V", "X1"]],
  ] as const) {
    const folded = on.moved((p) => seam.fold(p, 1));
    const [atCentre, atSide, atPoint] = letters;
    on.line([at(centre.x, 20), centre, dart.inner], "l");
    folded.line([dart.outer, side, between(side, q.S, 0.8)], "l");
    on.line([dart.point, seam.darts[0]?.inner ?? centre], "g").curve([seam.closed], "n");
    on.point(centre, atCentre, atCentre === "C" ? "w" : "e");
    folded.point(side, atSide, "s");
    on.point(dart.point, atPoint, "n");
  }
  return d;
}

/** Which measure draws which part of the block, by the numbers of the lesson's table. */
function plan(): Drawing {
  const d = upper({ ...WHOLE, top: -5, bottom: 43 });
  line(d, ["C", "U", "S", "V", "E"], "l");
  for (const { point, inner, outer } of [bodice.backDart, bodice.frontDart])
    d.line([inner, point, outer], "l");
  d.measure(q.B, q.D, "", 0, "n").label(at(31, q.B.y), "1", "n", "m");
  d.measure(q.C, q.E, "2", 1.2, "s");
  d.label(pointOn(bodice.backNeck, 0.5), "3", "n", "m");
  d.label(pointOn(bodice.frontNeck, 0.5), "3", "ne", "m");
  d.measure(q.A, q.C, "4", 2, "w").measure(q.A, q.B, "5", -1.4, "e");
  d.measure(at(0, q.J.y), q.J, "", 0, "n").label(at(12, q.J.y), "6", "n", "m");
  d.measure(q.Y, at(q.D.x, q.Y.y), "", 0, "n").label(at(31, q.Y.y), "7", "n", "m");
  d.measure(q.G, q.H, "8", -1, "n").label(between(q.G, q.H, 0.8), "9", "sw", "m");
  d.measure(q.M, at(q.D.x, q.M.y), "10", 1, "s").measure(q.K, q.M, "11", -1, "e");
  const waistBelowNeck = at(q.K.x, q.E.y);
  return d.measure(q.K, waistBelowNeck, "", -5, "e").label(at(q.K.x + 5, 33), "12", "w", "m");
}

/** The example block at a quarter of its size on a sheet of A4. */
function quarterSheet(): string {
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

/** The figures of the bodice block, by file. */
export const bodiceFigures: Readonly<Record<string, () => Drawing | string>> = {
  "assets/bodice-plan.svg": plan,
  "assets/bodice-frame.svg": frame,
  "assets/bodice-back-neck.svg": backNeck,
  "assets/bodice-back-armscye.svg": backArmscye,
  "assets/bodice-front-neck.svg": frontNeck,
  "assets/bodice-bust-dart.svg": bustDart,
  "assets/bodice-front-armscye.svg": frontArmscye,
  "assets/bodice-waist.svg": waist,
  "assets/bodice-shoulders.svg": shoulders,
  "assets/bodice-waist-closed.svg": waistClosed,
  "assets/bodice-quarter.svg": quarterSheet,
};
