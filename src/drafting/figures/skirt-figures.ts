import {
  add,
  at,
  between,
  distance,
  mapCurve,
  type Point,
  pointOn,
  straight,
} from "../geometry.ts";
import type { SkirtDraft } from "../skirt.ts";
import type { Dart } from "../truing.ts";
import { Drawing, type View } from "./drawing.ts";
import { type Figure, lettersOf, pointOf } from "./figure.ts";

/** The width of the frame for which the scales of the views are chosen, in centimetres. */
const USUAL_WIDTH = 50;

/** Enlarges the drawing of a narrow skirt, so that its texts have the same room. */
export const roomy = (scale: number, width: number): number =>
  scale * Math.max(1, USUAL_WIDTH / width);

/** The whole sheet, waist to hem. */
export const wholeView = ({ numbers, measures }: SkirtDraft): View => ({
  left: 0,
  top: 0,
  right: numbers.halfHip,
  bottom: measures.skirtLength,
  scale: roomy(6, numbers.halfHip),
  margin: 40,
});

/** The sheet down to a little below the hip line. */
const topView = ({ numbers, measures }: SkirtDraft, scale = 9.5): View => ({
  left: 0,
  top: -3,
  right: numbers.halfHip,
  bottom: measures.waistToHip + 3,
  scale: roomy(scale, numbers.halfHip),
  margin: 40,
});

/** Converts a point from the front's own frame to the sheet, where the centre front is on the right. */
export const toFront =
  ({ numbers }: SkirtDraft) =>
  ({ x, y }: Point): Point =>
    at(numbers.halfHip - x, y);

const line = (d: Drawing, draft: SkirtDraft, letters: string, kind: "l" | "g" | "n"): Drawing =>
  d.line(
    [...letters].map((letter) => pointOf(draft, letter)),
    kind,
  );

const frame: Figure<SkirtDraft> = (draft, { length }) => {
  const p = (letter: string) => pointOf(draft, letter);
  const d = line(new Drawing(wholeView(draft)), draft, "ABCDA", "n");
  d.corner(p("A"), p("B"), p("D")).corner(p("B"), p("A"), p("C"));
  d.corner(p("C"), p("B"), p("D")).corner(p("D"), p("A"), p("C"));
  d.measure(p("A"), p("B"), length(draft.measures.skirtLength), -3.5, "e");
  d.measure(p("B"), p("C"), length(draft.numbers.halfHip), 2, "s");
  return d.points(draft.points, { A: "nw", B: "sw", C: "se", D: "ne" });
};

const hipLine: Figure<SkirtDraft> = (draft, { length }) => {
  const { numbers, measures, points } = draft;
  const p = (letter: string) => pointOf(draft, letter);
  const d = line(new Drawing(wholeView(draft)), draft, "ABCDA", "l");
  line(line(d, draft, "EF", "n"), draft, "GK", "n");
  d.measure(p("A"), p("E"), length(measures.waistToHip), -3.5, "e");
  d.measure(p("E"), p("H"), length(numbers.quarter), 2.5, "s");
  d.measure(p("H"), p("F"), length(numbers.quarter), 2.5, "s");
  d.points(points, { A: "nw", B: "sw", C: "se", D: "ne", E: "w", F: "e" });
  return d.points(points, { G: "n", H: "ne", K: "s" });
};

/** The surplus of the waist, tinted where darts and side seam take it in. */
const reduction: Figure<SkirtDraft> = (draft, { length, number }) => {
  const { numbers, points } = draft;
  const p = (letter: string) => pointOf(draft, letter);
  const d = line(new Drawing(topView(draft)), draft, "EADFE", "l");
  const wedge = (from: number, to: number, tip: Point): void => {
    const [a, b] = [at(from, 0), at(to, 0)];
    d.curve([straight(a, b), straight(b, tip), straight(tip, a)], "w", true);
    d.measure(a, b, number(to - from, 2), -1.5, "n");
  };
  for (const letter of lettersOf(draft, "PQRS")) {
    const { x } = p(letter);
    wedge(x - numbers.dartWidth / 2, x + numbers.dartWidth / 2, at(x, p(`${letter}1`).y));
  }
  wedge(p("M").x, p("G").x, p("H"));
  wedge(p("G").x, p("N").x, p("H"));
  line(d, draft, "GH", "g").measure(p("E"), p("F"), length(numbers.halfHip), 1.5, "s");
  return d.points(points, { A: "nw", D: "ne", E: "w", F: "e", H: "ne" });
};

const sideSeam: Figure<SkirtDraft> = (draft, { length, number }) => {
  const { numbers, steps, measures, drafted, points } = draft;
  const p = (letter: string) => pointOf(draft, letter);
  const bottom = measures.waistToHip + 3;
  const [left, right] = [p("H").x - 11, p("H").x + 11];
  const d = new Drawing({ left, top: -4, right, bottom, scale: 16, margin: 34 });
  d.line([at(left, 0), at(right, 0)], "g").line([at(left, p("H").y), at(right, p("H").y)], "l");
  line(d, draft, "GH", "g").line([p("H"), at(p("H").x, bottom)], "l");
  for (const [letter, curve, outside] of [
    ["M", drafted.back.hipCurve, "w"],
    ["N", mapCurve(drafted.front.hipCurve, toFront(draft)), "e"],
  ] as const) {
    const foot = at(p(letter).x, 0);
    const chord = between(p(letter), p("H"), 0.5);
    line(d, draft, `${letter}H`, "g");
    d.line([foot, p(letter)], "d")
      .curve([curve], "n")
      .line([chord, pointOn(curve, 0.5)], "l");
    d.label(chord, length(steps.curveOffset), outside, "m");
    d.label(at(foot.x, -0.5), length(-p(letter).y), outside, "m");
  }
  const above = (letter: string): Point => at(p(letter).x, -3);
  d.measure(above("M"), above("G"), number(numbers.sideEach, 2), 0, "n");
  d.measure(above("G"), above("N"), number(numbers.sideEach, 2), 0, "n");
  return d.points(points, { G: "n", H: "se", M: "nw", N: "ne" });
};

/** Hip line, centre lines and side as far as the top of the block shows them. */
const upperBlock = (draft: SkirtDraft, view: View): Drawing => {
  const { back, front } = draft.drafted;
  const p = (letter: string) => pointOf(draft, letter);
  const d = line(new Drawing(view), draft, "EF", "g");
  d.line([back.centreWaist, at(0, view.bottom)], "l");
  d.line([p("D"), at(draft.numbers.halfHip, view.bottom)], "l");
  d.line([p("H"), at(p("H").x, view.bottom)], "l");
  d.curve([back.hipCurve], "l").moved(toFront(draft)).curve([front.hipCurve], "l");
  d.label(p("E"), "E", "w").label(p("F"), "F", "e");
  return d.points(draft.points, { L: "w", M: "nw", N: "ne", D: "e", H: "ne" });
};

const waistLine: Figure<SkirtDraft> = (draft, { length }) => {
  const { drafted, numbers } = draft;
  const p = (letter: string) => pointOf(draft, letter);
  const view = { ...topView(draft), left: -4, scale: roomy(9, numbers.halfHip) };
  const d = line(upperBlock(draft, view), draft, "AD", "g");
  d.curve([drafted.back.waist], "n").moved(toFront(draft)).curve([drafted.front.waist], "n");
  d.corner(p("L"), p("E"), add(p("L"), at(1, 0))).corner(p("D"), p("F"), p("A"));
  d.measure(p("A"), p("L"), length(p("L").y), 3, "w");
  return d.points(draft.points, { A: "nw" });
};

const withWaist = (draft: SkirtDraft): Drawing => {
  const d = upperBlock(draft, topView(draft));
  d.curve([draft.drafted.back.waist], "l");
  d.moved(toFront(draft)).curve([draft.drafted.front.waist], "l");
  return d;
};

const dartPlaces: Figure<SkirtDraft> = (draft, { length }) => {
  const p = (letter: string) => pointOf(draft, letter);
  const d = withWaist(draft);
  const waist = draft.numbers.quarter - draft.numbers.sideEach;
  for (const [letters, decimals] of [
    [lettersOf(draft, "LPQM"), 2],
    [lettersOf(draft, "NSRD"), 1],
  ] as const) {
    const text = length(waist / (letters.length - 1), decimals);
    letters.slice(1).forEach((letter, i) => {
      d.measure(p(letters[i] as string), p(letter), text, 1.6, "s");
    });
  }
  for (const letter of lettersOf(draft, "PQRS")) d.point(p(letter), letter, "n");
  return d;
};

const dartShape: Figure<SkirtDraft> = (draft, { length }) => {
  const { drafted } = draft;
  const d = withWaist(draft);
  const front = d.moved(toFront(draft));
  const drawDart = (on: Drawing, letter: string, { inner, outer, ...dart }: Dart): void => {
    const [centre, tip] = [pointOf(draft, letter), pointOf(draft, `${letter}1`)];
    d.line([centre, tip], "g");
    on.line([inner, dart.point, outer], "n");
    d.point(centre, letter, "n").point(tip, `${letter}1`, "s");
    d.label(add(between(centre, tip, 0.6), at(0.5, 0)), length(distance(centre, tip)), "e", "m");
  };
  drafted.back.darts.forEach((dart, i) => {
    drawDart(d, "PQ".charAt(i), dart);
  });
  drafted.front.darts.forEach((dart, i) => {
    drawDart(front, "RS".charAt(i), dart);
  });
  return d;
};

/** The figures of the steps of the skirt block, by name. */
export const skirtSteps = {
  frame,
  "hip-line": hipLine,
  reduction,
  "side-seam": sideSeam,
  "waist-line": waistLine,
  "dart-places": dartPlaces,
  "dart-shape": dartShape,
} satisfies Readonly<Record<string, Figure<SkirtDraft>>>;
