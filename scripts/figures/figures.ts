import type { Measures } from "../../src/drafting/block.ts";
import { EXAMPLE_BODY } from "../../src/drafting/example-body.ts";
import { centimetres } from "../../src/drafting/figures/figure.ts";
import { drawFigure } from "../../src/drafting/figures/figures.ts";
import { fittingFigures } from "./fitting-figures.ts";
import { bodiceSheets, skirtSheets } from "./sheet-figures.ts";

const SKIRT = { length: 60 };

/** The figures of drafts, by file. */
const STEPS: Readonly<Record<string, string>> = {
  "assignments/skirt-own-task.svg": "skirt-block/marks",
  "assignments/dart-moves-task.svg": "bodice-block/dart-places",
};

/** The figure of a step for the lessons' example body. */
const exampleFigure = (name: string): string => {
  const drawing = drawFigure(name, EXAMPLE_BODY as Measures, SKIRT, centimetres("."));
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
