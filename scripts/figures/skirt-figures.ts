import {
  add,
  at,
  between,
  mapCurve,
  type Point,
  pointOn,
  straight,
} from "../../src/drafting/geometry.ts";
import type { SkirtPiece } from "../../src/drafting/skirt-piece.ts";
import { cm, example, figure, p, TOP, toFront, WHOLE, WIDTH } from "./skirt-example.ts";
import { Drawing } from "./svg.ts";

const { numbers, drafted, measures, points } = example;
const LOW = TOP.bottom;

const line = (d: Drawing, letters: string, kind: "l" | "g" | "n"): Drawing =>
  d.line([...letters].map(p), kind);

function frame(): Drawing {
  const d = line(new Drawing(WHOLE), "ABCDA", "n");
  d.corner(p("A"), p("B"), p("D")).corner(p("B"), p("A"), p("C"));
  d.corner(p("C"), p("B"), p("D")).corner(p("D"), p("A"), p("C"));
  d.measure(p("A"), p("B"), cm(measures.skirtLength), -3.5, "e");
  d.measure(p("B"), p("C"), cm(numbers.halfHip), 2, "s");
  return d.points(points, { A: "nw", B: "sw", C: "se", D: "ne" });
}

function hipLine(): Drawing {
  const d = line(new Drawing(WHOLE), "ABCDA", "l");
  line(line(d, "EF", "n"), "GK", "n");
  d.measure(p("A"), p("E"), cm(measures.waistToHip), -3.5, "e");
  d.measure(p("E"), p("H"), cm(numbers.quarter), 2.5, "s");
  d.measure(p("H"), p("F"), cm(numbers.quarter), 2.5, "s");
  d.points(points, { A: "nw", B: "sw", C: "se", D: "ne", E: "w", F: "e" });
  return d.points(points, { G: "n", H: "ne", K: "s" });
}

/** The surplus of the waist, tinted where darts and side seam take it in. */
function reduction(): Drawing {
  const d = line(new Drawing(TOP), "EADFE", "l");
  const wedge = (from: number, to: number, tip: Point): void => {
    const [a, b] = [at(from, 0), at(to, 0)];
    d.curve([straight(a, b), straight(b, tip), straight(tip, a)], "w", true);
    d.measure(a, b, figure(to - from, 2), -1.5, "n");
  };
  for (const letter of ["P", "Q", "R"]) {
    const { x } = p(letter);
    wedge(x - numbers.dartWidth / 2, x + numbers.dartWidth / 2, at(x, p(`${letter}1`).y));
  }
  wedge(p("M").x, p("G").x, p("H"));
  wedge(p("G").x, p("N").x, p("H"));
  line(d, "GH", "g").measure(p("E"), p("F"), cm(numbers.halfHip), 1.5, "s");
  return d.points(points, { A: "nw", D: "ne", E: "w", F: "e", H: "ne" });
}

function sideSeam(): Drawing {
  const d = new Drawing({ left: 14, top: -4, right: 36, bottom: LOW, scale: 16, margin: 34 });
  d.line([at(14, 0), at(36, 0)], "g").line([at(14, p("H").y), at(36, p("H").y)], "l");
  line(d, "GH", "g").line([p("H"), at(p("H").x, LOW)], "l");
  for (const [letter, curve, outside] of [
    ["M", drafted.back.hipCurve, "w"],
    ["N", mapCurve(drafted.front.hipCurve, toFront), "e"],
  ] as const) {
    const foot = at(p(letter).x, 0);
    const chord = between(p(letter), p("H"), 0.5);
    line(d, `${letter}H`, "g");
    d.line([foot, p(letter)], "d")
      .curve([curve], "n")
      .line([chord, pointOn(curve, 0.5)], "l");
    d.label(chord, cm(numbers.curveOffset), outside, "m");
    d.label(at(foot.x, -0.5), "1 cm", outside, "m");
  }
  const above = (letter: string): Point => at(p(letter).x, -3);
  d.measure(above("M"), above("G"), figure(numbers.sideEach, 2), 0, "n");
  d.measure(above("G"), above("N"), figure(numbers.sideEach, 2), 0, "n");
  return d.points(points, { G: "n", H: "se", M: "nw", N: "ne" });
}

/** Hip line, centre lines and side as far as the top of the block shows them. */
function upperBlock({ back, front }: { back: SkirtPiece; front: SkirtPiece }, view = TOP): Drawing {
  const d = line(new Drawing(view), "EF", "g");
  d.line([back.centreWaist, at(0, LOW)], "l").line([p("D"), at(WIDTH, LOW)], "l");
  d.line([p("H"), at(p("H").x, LOW)], "l");
  d.curve([back.hipCurve], "l").moved(toFront).curve([front.hipCurve], "l");
  d.label(p("E"), "E", "w").label(p("F"), "F", "e");
  return d.points(points, { L: "w", M: "nw", N: "ne", D: "e", H: "ne" });
}

function waistLine(): Drawing {
  const d = line(upperBlock(drafted, { ...TOP, left: -4, scale: 9 }), "AD", "g");
  d.curve([drafted.back.waist], "n").moved(toFront).curve([drafted.front.waist], "n");
  d.corner(p("L"), p("E"), add(p("L"), at(1, 0))).corner(p("D"), p("F"), p("A"));
  d.measure(p("A"), p("L"), "1 cm", 3, "w");
  return d.points(points, { A: "nw" });
}

function withWaist(): Drawing {
  const d = upperBlock(drafted);
  d.curve([drafted.back.waist], "l").moved(toFront).curve([drafted.front.waist], "l");
  return d;
}

function dartPlaces(): Drawing {
  const d = withWaist();
  const waist = numbers.quarter - numbers.sideEach;
  for (const [letters, text] of [
    ["LPQM", cm(waist / 3, 2)],
    ["NRD", cm(waist / 2)],
  ] as const) {
    for (let i = 0; i + 1 < letters.length; i++)
      d.measure(p(letters.charAt(i)), p(letters.charAt(i + 1)), text, 1.6, "s");
  }
  return d.points(points, { P: "n", Q: "n", R: "n" });
}

function dartShape(): Drawing {
  const d = withWaist();
  for (const [letter, dart, depth, on] of [
    ["P", drafted.back.darts[0], numbers.firstBackDart, d],
    ["Q", drafted.back.darts[1], numbers.secondBackDart, d],
    ["R", drafted.front.darts[0], numbers.frontDart, d.moved(toFront)],
  ] as const) {
    if (!dart) continue;
    const tip = p(`${letter}1`);
    d.line([p(letter), tip], "g");
    on.line([dart.inner, dart.point, dart.outer], "n");
    d.point(p(letter), letter, "n").point(tip, `${letter}1`, "s");
    d.label(add(between(p(letter), tip, 0.6), at(0.5, 0)), cm(depth), "e", "m");
  }
  return d;
}

/** The step figures of the skirt block, by file. */
export const skirtSteps: Readonly<Record<string, () => Drawing>> = {
  "assets/skirt-frame.svg": frame,
  "assets/skirt-hip-line.svg": hipLine,
  "assets/skirt-reduction.svg": reduction,
  "assets/skirt-side-seam.svg": sideSeam,
  "assets/skirt-waist-line.svg": waistLine,
  "assets/skirt-dart-places.svg": dartPlaces,
  "assets/skirt-dart-shape.svg": dartShape,
};
