import { describe, expect, it } from "vitest";
import { distance, type Point } from "../../../src/drafting/geometry.ts";
import { draftsOf } from "./drafted.ts";
import { lesson, type Tables, testNumbers, testSums, written } from "./lesson.ts";

const { numbers: n, points } = draftsOf("sleeve-block").pattern();
const bodice = draftsOf("bodice-block").pattern();
const p = (letter: string): Point => points[letter] ?? { x: Number.NaN, y: Number.NaN };

/** Rows of the lessons' tables, with lengths between the lettered points of their figures. */
const tables: Tables = {
  "sleeve-cap": {
    "Width of the sleeve, A–B": distance(p("A"), p("B")),
    "Back diagonal, A–C": bodice.numbers.backArmscye ?? Number.NaN,
    "Front diagonal, B–C": bodice.numbers.frontArmscye ?? Number.NaN,
    "P, inside": n.backHollow ?? Number.NaN,
    "R, outside": n.backBulge ?? Number.NaN,
    "S inside, U outside": n.frontHollow ?? Number.NaN,
  },
  "sleeve-finish": {
    "Length, C–E": distance(p("C"), p("E")),
    "Elbow line below C": p("H").y - p("C").y,
    "Width at the wrist, F–G": distance(p("F"), p("G")),
    "F and G below E": p("F").y - p("E").y,
    "In from A and from B": p("F").x - p("A").x,
    "Whole cap": n.cap ?? Number.NaN,
    "Cap less armscye": (n.cap ?? 0) - (n.armscye ?? 0),
    "Underarm seam, A–F and B–G": distance(p("A"), p("F")),
  },
};

describe("the sleeve lessons", () => {
  testNumbers(tables);
  testSums(Object.keys(tables));

  it("gives the diagonals that one correction finds, to half a millimetre", () => {
    for (const [first, cap, armscye, diagonal] of [
      [n.firstBackCap, n.backCap, n.backArmscye, n.backDiagonal],
      [n.firstFrontCap, n.frontCap, n.frontArmscye, n.frontDiagonal],
    ] as const) {
      const once = (armscye ?? 0) + (cap ?? 0) - (first ?? 0);
      expect(Math.abs(once - (diagonal ?? 0))).toBeLessThan(0.05);
      expect(lesson("sleeve-cap")).toContain(written(diagonal ?? 0));
    }
  });
});
