import { describe, expect, it } from "vitest";
import { distance } from "../../../src/drafting/geometry.ts";
import { draftsOf } from "./drafted.ts";
import { exampleNumbers, lesson, type Tables, testSums } from "./lesson.ts";

const { numbers: n, points } = draftsOf("trousers-block").pattern();
const p = (letter: string) => {
  const point = points[letter];
  if (!point) throw new Error(`no point ${letter}`);
  return point;
};

/** Lengths between lettered points, as the lessons' tables name them, on the drawn figure. */
const lengths: Tables = {
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

describe("the trousers lessons", () => {
  it.each(Object.entries(lengths))("%s has the lengths of its figures", (key, drawn) => {
    const said = exampleNumbers(key);
    for (const [row, length] of Object.entries(drawn))
      expect(Math.abs((said.get(row) ?? Number.NaN) - length), row).toBeLessThan(0.051);
  });

  testSums(["trousers-measures", "trousers-front", "trousers-back", "trousers-check"]);

  it("move L1 to the height that makes both side seams equal, and J1 for the inseams", () => {
    expect(lesson("trousers-back")).toContain(`Move it down by ${n.forkDrop?.toFixed(1)} cm`);
    expect(p("J1").y - p("J").y).toBeCloseTo(n.forkDrop ?? Number.NaN, 6);
    expect(-p("L1").y).toBeCloseTo(n.sideRise ?? Number.NaN, 6);
  });
});
