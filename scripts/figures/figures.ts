import type { Measures } from "../../src/drafting/block.ts";
import { EXAMPLE_BODY } from "../../src/drafting/example-body.ts";
import { PLAIN_FORMAT } from "../../src/drafting/figures/figure.ts";
import { drawFigure } from "../../src/drafting/figures/figures.ts";
import { bodiceSheets } from "./bodice-sheet-figures.ts";
import { fittingFigures } from "./fitting-figures.ts";
import { skirtSheets } from "./skirt-sheet-figures.ts";

const SKIRT = { length: 60 };

/** The figures of drafts, by file. */
const STEPS: Readonly<Record<string, string>> = {
  "assets/skirt-frame.svg": "skirt-block/frame",
  "assets/skirt-hip-line.svg": "skirt-block/hip-line",
  "assets/skirt-reduction.svg": "skirt-block/reduction",
  "assets/skirt-side-seam.svg": "skirt-block/side-seam",
  "assets/skirt-waist-line.svg": "skirt-block/waist-line",
  "assets/skirt-dart-places.svg": "skirt-block/dart-places",
  "assets/skirt-dart-shape.svg": "skirt-block/dart-shape",
  "assignments/skirt-own-task.svg": "skirt-block/marks",
  "assets/skirt-plan.svg": "skirt-block/plan",
  "assets/skirt-closed-darts.svg": "skirt-block/closed-darts",
  "assets/skirt-dart-cap.svg": "skirt-block/dart-cap",
  "assets/skirt-marks.svg": "skirt-block/marks",
  "assets/skirt-allowance.svg": "skirt-block/allowance",
  "assets/bodice-plan.svg": "bodice-block/plan",
  "assets/bodice-frame.svg": "bodice-block/frame",
  "assets/bodice-back-neck.svg": "bodice-block/back-neck",
  "assets/bodice-back-armscye.svg": "bodice-block/back-armscye",
  "assets/bodice-front-neck.svg": "bodice-block/front-neck",
  "assets/bodice-bust-dart.svg": "bodice-block/bust-dart",
  "assets/bodice-front-armscye.svg": "bodice-block/front-armscye",
  "assets/bodice-waist.svg": "bodice-block/waist",
  "assets/bodice-shoulders.svg": "bodice-block/shoulders",
  "assets/bodice-waist-closed.svg": "bodice-block/waist-closed",
  "assignments/dart-moves-task.svg": "bodice-block/dart-places",
  "assets/dart-angle.svg": "bodice-block/dart-angle",
  "assets/dart-places.svg": "bodice-block/dart-places",
  "assets/dart-pivot-side.svg": "bodice-block/dart-pivot-side",
  "assets/dart-slash-waist.svg": "bodice-block/dart-slash-waist",
  "assets/dart-sewn.svg": "bodice-block/dart-sewn",
  "assets/dart-divided.svg": "bodice-block/dart-divided",
  "assets/dart-gathers.svg": "bodice-block/dart-gathers",
  "assets/dart-panels.svg": "bodice-block/dart-panels",
};

/** The figure of a step for the lessons' example body. */
const exampleFigure = (name: string): string => {
  const drawing = drawFigure(name, EXAMPLE_BODY as Measures, SKIRT, PLAIN_FORMAT);
  if (!drawing) throw new RangeError(`there is no figure ${name}`);
  return drawing.toString();
};

/** Every drawn figure of the pattern making lessons: file in the product to SVG text. */
export function allFigures(): Map<string, string> {
  const others = { ...skirtSheets, ...bodiceSheets, ...fittingFigures };
  return new Map([
    ...Object.entries(STEPS).map(([path, name]) => [path, exampleFigure(name)] as const),
    ...Object.entries(others).map(([path, make]) => [path, make().toString()] as const),
  ]);
}
