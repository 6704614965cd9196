import { describe, expect, it } from "vitest";
import {
  BODICE_EASE,
  type BodiceMeasures,
  draftBodice,
  EXAMPLE_BODICE,
} from "../../../src/drafting/bodice.ts";
import { bodiceOf } from "../../../src/drafting/bodice-block.ts";
import {
  at,
  type Cubic,
  crossing,
  distance,
  lengthOf,
  type Point,
  pointOn,
  rotate,
  tangentOn,
} from "../../../src/drafting/geometry.ts";
import { draftSkirt, EXAMPLE_SKIRT } from "../../../src/drafting/skirt.ts";
import { BODIES } from "./bodies.ts";
import { type Tables, testLengths, testNumbers, testSums } from "./lesson.ts";

const bodice = draftBodice(EXAMPLE_BODICE);
const { numbers: n, points: q, measures: m } = bodice;
const fromCentreFront = (x: number): number => n.halfWidth - x;

/** How far from the corner the diagonal meets the curve. */
const fromCorner = (curve: Cubic, corner: Point, diagonal: Point): number =>
  distance(corner, pointOn(curve, crossing(curve, corner, diagonal)));

/** Every row of the lessons' tables of numbers, with the value from the draft. */
const tables: Tables = {
  "bodice-measures": {
    "1 Bust girth": m.bustGirth,
    "2 Waist girth": m.waistGirth,
    "3 Neck base girth": m.neckBaseGirth,
    "4 Back neck to waist": m.backNeckToWaist,
    "5 Scye depth": m.scyeDepth,
    "6 Back width": m.backWidth,
    "7 Across front width": m.acrossFrontWidth,
    "8 Shoulder length": m.shoulderLength,
    "9 Shoulder slope": m.shoulderSlope,
    "10 Bust point to bust point": m.bustPointDistance,
    "11 Side neck to bust point": m.sideNeckToBustPoint,
    "12 Side neck to waist, front": m.sideNeckToWaistFront,
    "13 High bust girth": bodice.bust.highBust,
    "Bust ease, round the body": BODICE_EASE.bust,
    "Waist ease, round the body": BODICE_EASE.waist,
    "Scye depth ease": BODICE_EASE.scyeDepth,
    "Half back width ease": BODICE_EASE.halfBackWidth,
    "Back shoulder ease": BODICE_EASE.shoulder,
    "Half bust": n.halfWidth,
    "Half waist": n.halfWaist,
    "Waist surplus": n.surplus,
  },
  "bodice-back-frame": { "A–B": q.B.y, "A–C": q.C.y, "B–D and C–E": q.D.x, "B–F": q.F.x },
  "bodice-back-shape": {
    "Back neck width": q.G.x,
    "Back neck rise": -q.G.y,
    "Shoulder with ease, G–H": distance(q.G, q.H),
    "Drop on 10 cm": n.dropPerTen,
  },
  "bodice-front": {
    "Height of K over the waist": q.E.y - q.K.y,
    "Front neck width": fromCentreFront(q.K.x),
    "Front neck depth": q.L.y - q.K.y,
    "M from centre front": fromCentreFront(q.M.x),
    "K–M": distance(q.K, q.M),
    "Bust of a medium cup": bodice.bust.mediumBust,
    "Dart of a medium cup": bodice.bust.mediumDart,
    "K–N": distance(q.K, q.N),
    "N–P, width of the dart": distance(q.N, q.P),
    "P–Q": distance(q.P, q.Q),
  },
  "bodice-armscye": {
    "D–R": q.D.x - q.R.x,
    "F–R, armscye width": q.R.x - q.F.x,
    "F–S and S–R": q.S.x - q.F.x,
    "Back, from corner F": fromCorner(bodice.backArmscye[1], q.F, at(q.F.x + 1, q.F.y - 1)),
    "Front, R–Y": distance(q.R, q.Y),
    "Front, from corner R": fromCorner(bodice.frontArmscye[1], q.R, at(q.R.x - 1, q.R.y - 1)),
  },
  "bodice-waist": {
    "Each dart": n.waistDart,
    "Side, each piece": q.T.x - q.U.x,
    "Waist of the back": n.backWaist,
    "Waist of the front": n.frontWaist,
    "C–W": q.W.x,
    "W–W1": distance(q.W, q.W1),
    "E–X": fromCentreFront(q.X.x),
    "X–X1": distance(q.X, q.X1),
    "Side seam S–U and S–V": distance(q.S, q.V),
  },
  "bodice-check": {
    "Neck, A–G and K–L": n.neckSeam,
    "Back shoulder": distance(q.G, q.H),
    "Front shoulder, dart closed": distance(q.K, q.N) + distance(q.P, q.Q),
    "Armscye of the back, H–S": n.backArmscye,
    "Armscye of the front, Q–S": n.frontArmscye,
    "Side seam S–U": distance(q.S, q.U),
    "Waist, darts closed": n.measuredWaist,
  },
};

describe("the bodice lessons", () => {
  testNumbers(tables);
  testSums(Object.keys(tables));
  testLengths([
    ["bodice-back-frame", "the diagonal", Math.hypot(q.D.x, q.C.y - q.B.y)],
    ["bodice-back-frame", "from chest line to waist", q.C.y - q.B.y],
    ["bodice-back-shape", "the back neck", lengthOf(bodice.backNeck)],
    ["bodice-back-shape", "the fall of the shoulder", q.H.y - q.G.y],
    ["bodice-back-shape", "the reach of the shoulder", q.H.x - q.G.x],
    ["bodice-front", "the front neck", lengthOf(bodice.frontNeck)],
    ["bodice-front", "the legs of the bust dart", distance(q.M, q.N)],
    ["bodice-armscye", "the armscye of the back", n.backArmscye],
    ["bodice-armscye", "the armscye of the front", n.frontArmscye],
  ]);

  it("fits the same body as the skirt: the side seams of both meet within 3 mm", () => {
    const skirt = draftSkirt(EXAMPLE_SKIRT).numbers;
    const lessEase = (BODICE_EASE.waist - 2) / 4;
    expect(Math.abs(n.backWaist - lessEase - skirt.backWaist)).toBeLessThan(0.3);
    expect(Math.abs(n.frontWaist - lessEase - skirt.frontWaist)).toBeLessThan(0.3);
  });
});

/** The lessons' body, a small one and a large one. */
const bodies: BodiceMeasures[] = [
  EXAMPLE_BODICE,
  ...BODIES.filter((_, i) => i === 1 || i === 9).map(({ values }) => bodiceOf(values, {}).measures),
];

describe.each(bodies)("a bodice for bust $bustGirth, waist $waistGirth", (body) => {
  const draft = draftBodice(body);
  const { points, numbers } = draft;
  const shut = (p: Point): Point => rotate(p, points.M, draft.dartAngle);

  it("closes the bust dart to one straight shoulder of the body's length", () => {
    const end = shut(points.Q);
    expect(distance(points.K, end)).toBeCloseTo(body.shoulderLength, 6);
    const parts = distance(points.K, points.N) + distance(points.N, end);
    expect(parts).toBeCloseTo(body.shoulderLength, 6);
  });

  it("fits the neck: half of the neck base girth to a millimetre, up to half a centimetre more", () => {
    expect(numbers.neckSeam).toBeGreaterThan(body.neckBaseGirth / 2 - 0.1);
    expect(numbers.neckSeam).toBeLessThanOrEqual(body.neckBaseGirth / 2 + 0.5);
  });

  it("is as wide across the front as the body, to half a centimetre, with the dart closed", () => {
    const shares = Array.from({ length: 21 }, (_, i) => i / 20);
    const edge = draft.frontArmscye.flatMap((curve) => shares.map((t) => pointOn(curve, t)));
    const across = numbers.halfWidth - Math.max(...edge.map((p) => shut(p).x));
    expect(Math.abs(across - body.acrossFrontWidth / 2)).toBeLessThan(0.5);
  });

  it("joins the halves of the armscye square to the side seams, and square at the shoulder", () => {
    for (const [[upper, lower], end] of [
      [draft.backArmscye, draft.sideEnd.back],
      [draft.frontArmscye, draft.sideEnd.front],
    ] as const) {
      const side = at(end.x - points.S.x, end.y - points.S.y);
      const arriving = tangentOn(lower, 1);
      expect((side.x * arriving.x + side.y * arriving.y) / numbers.sideSeam).toBeCloseTo(0, 3);
      expect(tangentOn(upper, 1).x).toBeCloseTo(0, 2);
      expect(tangentOn(lower, 0).x).toBeCloseTo(0, 2);
    }
    const along = at(points.H.x - points.G.x, points.H.y - points.G.y);
    const start = tangentOn(draft.backArmscye[0], 0);
    expect(along.x * start.x + along.y * start.y).toBeCloseTo(0, 2);
  });
});
