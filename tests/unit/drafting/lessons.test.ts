/**
 * Holds the lessons on pattern making against the drafts that they describe: their sums, and the lengths that are
 * measured on the drawn figures. The import holds each number against its formula: the demo school has no warning.
 */

import { readdirSync, readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { FIELDS, type Values } from "../../../src/domain/measurements/fields.ts";
import type { Measures } from "../../../src/drafting/block.ts";
import { draftBodice } from "../../../src/drafting/bodice.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { figureNames } from "../../../src/drafting/figures/figures.ts";
import {
  at,
  type Cubic,
  crossing,
  distance,
  lengthOf,
  type Point,
  pointOn,
} from "../../../src/drafting/geometry.ts";
import { lessonDraft, lessonNumbers } from "../../../src/drafting/lesson-draft.ts";
import { draftSkirt, EXAMPLE_SKIRT } from "../../../src/drafting/skirt.ts";
import type { SkirtPiece } from "../../../src/drafting/skirt-piece.ts";
import { sweepOf } from "../../support/sweep.ts";
import { BODIES } from "./bodies.ts";
import { draftsOf } from "./drafted.ts";

const LESSONS = new URL("../../../resources/demo-school/PM/lessons/", import.meta.url);

/** The Markdown of a lesson, with the example's words in place of the numbers of a draft. */
const lesson = (key: string): string =>
  readFileSync(new URL(`${key}.md`, LESSONS), "utf8").replace(/\[([^\]]*)\]\(draft:[^)]*\)/g, "$1");

/** Rounded to a tenth, as the lessons write lengths. */
const ROUNDED = 0.051;

/** Every sum in a lesson, such as `14 ÷ 6 = 2.33`: how far the stated result is from the right one. */
const sumsIn = (key: string): [sum: string, apart: number][] => {
  const pattern = /((?:\(|\d)[\d.\s+−×÷()]*[+−×÷][\d.\s+−×÷()]*?)\s*=\s*\|?\s*(\d+(?:\.\d+)?)/g;
  return [...lesson(key).matchAll(pattern)].map(([text, sum = "", said]) => {
    const written = sum.replaceAll("×", "*").replaceAll("÷", "/").replaceAll("−", "-");
    return [text, Math.abs(Number(runInNewContext(written)) - Number(said))];
  });
};

test("the lessons on blocks calculate their sums correctly", () => {
  const keys = readdirSync(LESSONS).flatMap(
    (name) => /^((?:skirt|bodice|dart|sleeve|trousers)-[^.]+)\.md$/.exec(name)?.[1] ?? [],
  );
  const sums = keys.flatMap((key) => sumsIn(key).map((sum) => [key, ...sum] as const));
  expect(sums.filter(([, , apart]) => !(apart < ROUNDED))).toEqual([]);
  expect(sums.length).toBeGreaterThan(80);
});

const skirt = draftSkirt(EXAMPLE_SKIRT);
const { numbers: n, measures, back, front } = skirt;
const leg = (piece: SkirtPiece, index: number): number => {
  const dart = piece.trued.darts[index];
  return dart ? distance(dart.inner, dart.point) : Number.NaN;
};
const sideSeam = (piece: SkirtPiece): number =>
  lengthOf(piece.hipCurve) + measures.skirtLength - measures.waistToHip;

const bodice = draftBodice(EXAMPLE_BODY as Measures);
const q = bodice.points;
const fromCentreFront = (x: number): number => bodice.numbers.halfWidth - x;
/** How far from the corner the diagonal meets the curve. */
const fromCorner = (curve: Cubic, corner: Point, diagonal: Point): number =>
  distance(corner, pointOn(curve, crossing(curve, corner, diagonal)));

/** The lettered points of a block. */
const lettersOf = (block: string) => {
  const { numbers, points } = draftsOf(block).pattern();
  return { numbers, p: (letter: string): Point => points[letter] ?? at(Number.NaN, Number.NaN) };
};
const { numbers: s, p: sleeve } = lettersOf("sleeve-block");
const { numbers: t, p } = lettersOf("trousers-block");

/** Rows of the lessons' tables, with the lengths as they are drawn. */
const DRAWN: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "skirt-waistline": { P: leg(back, 0), Q: leg(back, 1), R: leg(front, 0) },
  "skirt-check": {
    "Waist, back and front, twice": 2 * (back.trued.length + front.trued.length),
    "Hip line, back and front, twice": 4 * back.hipCurve[3].x,
    "Hem, back and front, twice": 4 * n.quarter,
    "Centre back, L–B": measures.skirtLength - back.centreWaist.y,
    "Centre front, D–C": measures.skirtLength - front.centreWaist.y,
    "Side seam of the back, M–H–K": sideSeam(back),
    "Side seam of the front, N–H–K": sideSeam(front),
  },
  "bodice-front": {
    "Height of K over the waist": q.E.y - q.K.y,
    "Front neck width": fromCentreFront(q.K.x),
    "Front neck depth": q.L.y - q.K.y,
    "M from centre front": fromCentreFront(q.M.x),
    "K–M": distance(q.K, q.M),
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
  "bodice-check": {
    "Neck, A–G and K–L": lengthOf(bodice.backNeck) + lengthOf(bodice.frontNeck),
    "Back shoulder": distance(q.G, q.H),
    "Front shoulder, dart closed": distance(q.K, q.N) + distance(q.P, q.Q),
    "Side seam S–U": distance(q.S, q.U),
  },
  "sleeve-cap": { "Width of the sleeve, A–B": distance(sleeve("A"), sleeve("B")) },
  "sleeve-finish": {
    "Length, C–E": distance(sleeve("C"), sleeve("E")),
    "Elbow line below C": sleeve("H").y - sleeve("C").y,
    "Width at the wrist, F–G": distance(sleeve("F"), sleeve("G")),
    "F and G below E": sleeve("F").y - sleeve("E").y,
    "In from A and from B": sleeve("F").x - sleeve("A").x,
    "Underarm seam, A–F and B–G": distance(sleeve("A"), sleeve("F")),
  },
  "trousers-front": {
    "A–B, hip": p("B").y,
    "A–C, crotch": p("C").y,
    "A–D, knee": p("D").y,
    "A–E, hem": p("E").y,
    "C–F": distance(p("C"), p("F")),
    "F–J": distance(p("F"), p("J")),
    "G–H": distance(p("G"), p("H")),
    "Length of the dart, R–R2": distance(p("R"), p("R2")),
    "Knee, N–M": distance(p("N"), p("M")),
    "Hem, Q–P": distance(p("Q"), p("P")),
  },
  "trousers-back": {
    "F–F1": distance(p("F"), p("F1")),
    "J–J1": p("J").x - p("J1").x,
    "G1–H1": distance(p("G1"), p("H1")),
    "Lean of the centre back": p("K1").x - p("G1").x,
    "First dart, T–T2": distance(p("T"), p("T2")),
    "Second dart, U–U2": distance(p("U"), p("U2")),
    "Knee, N1–M1": distance(p("N1"), p("M1")),
    "Hem, Q1–P1": distance(p("Q1"), p("P1")),
  },
};

/** The numbers in the last column of a lesson's tables, by the first cell of their rows. */
const rowsOf = (key: string): Map<string, number> =>
  new Map(
    [...lesson(key).matchAll(/^\| ([^|]+) \|.*?(-?\d+(?:\.\d+)?)(?: cm)?\**(?: \|)$/gm)].map(
      ([, row = "", number]) => [row, Number(number)],
    ),
  );

test.each(Object.entries(DRAWN))("the lesson %s has the lengths of its figure", (key, drawn) => {
  const said = rowsOf(key);
  for (const [row, length] of Object.entries(drawn))
    expect(Math.abs((said.get(row) ?? Number.NaN) - length), row).toBeLessThan(ROUNDED);
});

test("the skirt lessons state the draft of the curvier and of the narrower body correctly", () => {
  const numbersOf = (waistGirth: number, hipGirth: number) => {
    const of = draftSkirt({ waistGirth, hipGirth, waistToHip: 20, skirtLength: 60 }).numbers;
    return [of.reduction, of.backDarts, of.frontDarts, of.dartWidth, of.sideEach];
  };
  expect(numbersOf(74, 108)).toEqual([18, 2, 2, 2.5, 4]);
  expect(numbersOf(82, 95)).toEqual([7.5, 1, 1, 2, 1.75]);
});

test("the sleeve lessons find the diagonals by one correction, to half a millimetre", () => {
  for (const [first, cap, armscye, diagonal] of [
    [s.firstBackCap, s.backCap, s.backArmscye, s.backDiagonal],
    [s.firstFrontCap, s.frontCap, s.frontArmscye, s.frontDiagonal],
  ]) {
    const once = (armscye ?? 0) + (cap ?? 0) - (first ?? 0);
    expect(Math.abs(once - (diagonal ?? 0))).toBeLessThan(0.05);
  }
});

test("the trousers lessons make both side seams equal by L1, and the inseams by J1", () => {
  expect(p("J1").y - p("J").y).toBeCloseTo(t.forkDrop ?? Number.NaN, 6);
  expect(-p("L1").y).toBeCloseTo(t.sideRise ?? Number.NaN, 6);
});

test("the lessons on styles have own numbers for every body that gets the block", () => {
  for (const { name, values } of sweepOf(BODIES)) {
    const numbers = lessonNumbers("skirt-block", values)?.numbers;
    if (!numbers) continue;
    const of = (each: string) => numbers.get(each) ?? Number.NaN;
    expect([...numbers.values()].every(Number.isFinite), name).toBe(true);
    const waist = ["centreBackWaist", "sideBackWaist", "sideFrontWaist", "centreFrontWaist"].reduce(
      (sum, each) => sum + of(each),
      0,
    );
    expect(waist, name).toBeCloseTo(of("halfWaist"), 2);
    expect(of("alineHem"), name).toBeGreaterThan(of("wholeHem"));
    expect(of("pleatsCloth") - 3 * of("wholeHip"), name).toBeCloseTo(0, 9);
    // A dart that a body does not have has no numbers in a lesson.
    expect(numbers.has("secondBackOpening"), name).toBe(of("backDarts") > 1);
  }
});

test("a measure that a table has without a value changes no figure of a lesson", () => {
  const names = figureNames();
  const figuresOf = (values: Values) =>
    lessonDraft({ values, units: "cm", language: "en", names }).figures;
  const without = Object.fromEntries(Object.keys(FIELDS).map((field) => [field, null]));
  expect(figuresOf({ ...without, ...EXAMPLE_BODY })).toEqual(figuresOf(EXAMPLE_BODY));
});
