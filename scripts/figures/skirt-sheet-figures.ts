import { A4, Drawing } from "../../src/drafting/figures/drawing.ts";
import { apart, finished } from "../../src/drafting/figures/skirt-finish-figures.ts";
import { at } from "../../src/drafting/geometry.ts";
import { draftSkirt } from "../../src/drafting/skirt.ts";
import { example } from "./skirt-example.ts";

const { skirtLength, waistToHip } = example.measures;

/** The block of a curvier body, which needs two darts in the front as well. */
function fourDarts(): Drawing {
  const other = draftSkirt({ waistGirth: 74, hipGirth: 108, waistToHip: 20, skirtLength: 60 });
  const width = other.numbers.halfHip;
  const bottom = waistToHip + 3;
  const d = new Drawing({ left: 0, top: -3, right: width, bottom, scale: 8.5, margin: 40 });
  d.line([at(0, waistToHip), at(width, waistToHip)], "g");
  for (const [on, piece] of [
    [d, other.drafted.back],
    [d.moved(({ x, y }) => at(width - x, y)), other.drafted.front],
  ] as const) {
    on.curve([piece.waist], "l").curve([piece.hipCurve], "l");
    on.line([piece.centreWaist, at(0, bottom)], "l");
    on.darts(piece.darts, "n");
  }
  d.line([at(width / 2, waistToHip), at(width / 2, bottom)], "l");
  for (const letter of ["P", "Q", "R", "S"]) {
    const place = other.points[letter];
    if (place) d.point(place, letter, "n");
  }
  return d;
}

/** The example block at a quarter of its size on a sheet of A4, to lay a quarter-size draft on. */
function quarterSheet(): string {
  const d = new Drawing({ left: -17, top: -12, right: 67, bottom: 106.8, scale: 10, margin: 0 });
  const beside = d.moved(apart(example));
  finished(d, example.back, skirtLength, "seam");
  finished(beside, example.front, skirtLength, "fold");
  for (const on of [d, beside]) on.line([at(0, waistToHip), at(25, waistToHip)], "g");
  d.label(at(12.5, 22), "1", "s");
  beside.label(at(12.5, 22), "2", "s");
  return d.measure(at(0, 84), at(40, 84), "10 cm", 0, "s").toString(A4);
}

/** The figures of the skirt lessons that show no draft of the student, by file. */
export const skirtSheets: Readonly<Record<string, () => Drawing | string>> = {
  "assets/skirt-dart-count.svg": fourDarts,
  "assets/skirt-quarter.svg": quarterSheet,
};
