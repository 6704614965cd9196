import { angleOf, at, between, distance, type Point, pointOn, tangentOn } from "../geometry.ts";
import { type SleeveDraft, sleevePiece } from "../sleeve.ts";
import { Drawing, type View } from "./drawing.ts";
import type { Figure } from "./figure.ts";

type SleeveFigure = Figure<SleeveDraft>;

/** The width of the sleeve for which the scales of the views are chosen, in centimetres. */
const USUAL_WIDTH = 33;

/** Enlarges the drawing of a narrow sleeve, so that its texts have the same room. */
const roomy = (scale: number, { numbers }: SleeveDraft): number =>
  scale * Math.max(1, USUAL_WIDTH / numbers.sleeveWidth);

const capView = (draft: SleeveDraft): View => {
  const { A, B } = draft.points;
  return { left: 0, top: -1, right: B.x, bottom: A.y + 2, scale: roomy(13, draft), margin: 40 };
};

/** A short arc round a point, as a pair of compasses draws it. */
const arc = (d: Drawing, centre: Point, through: Point): Drawing => {
  const [radius, middle] = [distance(centre, through), angleOf(centre, through)];
  const points = Array.from({ length: 13 }, (_, i) => {
    const angle = middle + (i - 6) / 60;
    return at(centre.x + radius * Math.cos(angle), centre.y + radius * Math.sin(angle));
  });
  return d.line(points, "g");
};

/** The width of the sleeve and two arcs as long as the halves of the armscye. */
const triangle: SleeveFigure = (draft, { length }) => {
  const { points: q, numbers: n } = draft;
  const d = new Drawing({ ...capView(draft), top: -2 });
  arc(arc(d, q.A, q.C), q.B, q.C);
  d.line([q.A, q.B], "l").line([q.A, q.C, q.B], "n").line([q.C, q.D], "g");
  d.corner(q.D, q.B, q.C);
  d.measure(q.A, q.B, length(n.sleeveWidth), 1.2, "s");
  d.label(between(q.A, q.C, 0.5), length(n.backDiagonal), "nw", "m");
  d.label(between(q.B, q.C, 0.5), length(n.frontDiagonal), "ne", "m");
  d.label(between(q.C, q.D, 0.5), length(n.capHeight), "e", "m");
  return d.points(q, { A: "sw", B: "se", C: "n", D: "sw" });
};

/** The marks beside the diagonals, and the curve through them. */
const cap: SleeveFigure = (draft, { length }) => {
  const { points: q, numbers: n } = draft;
  const d = new Drawing(capView(draft));
  d.line([q.A, q.B], "l").line([q.A, q.C, q.B], "g");
  for (const [under, low, high, hollow, bulge, side] of [
    [q.A, q.P, q.R, n.backHollow, n.backBulge, "w"],
    [q.B, q.S, q.U, n.frontHollow, n.frontBulge, "e"],
  ] as const) {
    const [foot, head] = [between(under, q.C, 0.25), between(under, q.C, 0.75)];
    d.line([foot, low], "d").line([head, high], "d");
    d.label(foot, length(hollow), side === "w" ? "nw" : "ne", "m");
    d.label(high, length(bulge), side === "w" ? "nw" : "ne", "m");
  }
  d.curve(draft.backCap.curves, "n").curve(draft.frontCap.curves, "n");
  return d.points(q, {
    A: "sw",
    B: "se",
    C: "n",
    P: "s",
    Q: "e",
    R: "se",
    S: "s",
    T: "w",
    U: "sw",
  });
};

/** The whole sleeve with elbow, wrist, grainline and notches. */
const whole: SleeveFigure = (draft, { length }) => {
  const { points: q, numbers: n } = draft;
  const bottom = Math.max(q.E.y, q.F.y);
  const view = { left: -2, top: -1, right: q.B.x + 4, bottom: bottom + 2 };
  const d = new Drawing({ ...view, scale: roomy(8.5, draft), margin: 40 });
  const piece = sleevePiece(draft, 0, 0);
  d.curve(draft.backCap.curves, "l").curve(draft.frontCap.curves, "l");
  d.line([q.A, q.B], "g").line([q.F, q.G], "g");
  d.line([q.A, q.F], "n").line([q.G, q.B], "n").curve([draft.wrist], "n");
  d.corner(q.F, q.A, pointOn(draft.wrist, 0.98)).corner(q.G, q.B, pointOn(draft.wrist, 0.02));
  const hasElbow = piece.notches.some(({ name }) => name === "elbow");
  if (hasElbow) d.line([q.H, q.K], "g").points(q, { H: "w", K: "e" });
  for (const { name, at: place, isDouble } of piece.notches) {
    if (name === "elbow") continue;
    const curves = [...draft.backCap.curves, ...draft.frontCap.curves];
    const nearest = curves
      .flatMap((curve) => Array.from({ length: 21 }, (_, i) => ({ curve, t: i / 20 })))
      .map((on) => ({ ...on, p: pointOn(on.curve, on.t) }))
      .sort((a, b) => distance(a.p, place) - distance(b.p, place))[0];
    const along = nearest ? tangentOn(nearest.curve, nearest.t) : at(1, 0);
    d.notch(place, along, "n");
    if (isDouble) d.notch(at(place.x + along.x * 0.6, place.y + along.y * 0.6), along, "n");
  }
  d.arrow(piece.grain[0], piece.grain[1], "l", true);
  d.measure(q.C, q.E, length(n.sleeveLength), q.C.x - q.B.x - 3.5, "e");
  d.measure(q.F, q.G, length(n.wristWidth), 1.2, "s");
  return d.points(q, { A: "w", B: "e", C: "n", E: "n", F: "sw", G: "se" });
};

/** The figures of the sleeve, by name. */
export const sleeveSteps = {
  triangle,
  cap,
  whole,
} satisfies Readonly<Record<string, SleeveFigure>>;
