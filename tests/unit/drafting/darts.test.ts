import { describe, expect, it } from "vitest";
import { draftBodice, EXAMPLE_BODICE } from "../../../src/drafting/bodice.ts";
import { type DartPlace, moveDart } from "../../../src/drafting/dart-moves.ts";
import { distance } from "../../../src/drafting/geometry.ts";
import { lesson, type Tables, testLengths, testNumbers, testSums, written } from "./lesson.ts";

const bodice = draftBodice(EXAMPLE_BODICE);
const { numbers: n, points: q } = bodice;
const places: readonly DartPlace[] = ["armscye", "side", "waist", "centre", "neck"];

/** Every row of the lessons' tables of numbers, with the value from the draft. */
const tables: Tables = {
  "dart-what": {
    "25.2 cm, at the shoulder": n.dartWidth,
    "17.1 cm": (n.dartWidth / distance(q.M, q.N)) * 17.1,
    "9.1 cm": (n.dartWidth / distance(q.M, q.N)) * 9.1,
  },
  "dart-pivot": {
    "Shoulder, N–P": n.dartWidth,
    "1 Armscye": moveDart(bodice, "armscye").width,
    "2 Side, 5 cm below the underarm": moveDart(bodice, "side").width,
    "3 Waist, straight below M": moveDart(bodice, "waist").width,
    "4 Centre front": moveDart(bodice, "centre").width,
    "5 Neck, middle of the curve": moveDart(bodice, "neck").width,
  },
  "dart-divide": {
    "Half at the shoulder": n.dartWidth / 2,
    "Half at the side": moveDart(bodice, "side", 0.5).width,
  },
};

describe("the dart lessons", () => {
  testNumbers(tables);
  testSums([...Object.keys(tables), "dart-seams"]);
  it("gives the length of the leg at every place as drafted", () => {
    for (const place of places) {
      const { point, still } = moveDart(bodice, place).dart;
      expect(lesson("dart-pivot")).toContain(written(distance(point, still)));
    }
  });

  testLengths([
    ["dart-slash", "the opening at the waist", moveDart(bodice, "waist").width],
    ["dart-seams", "the gathered length", moveDart(bodice, "waist").width + 6],
  ]);
});
