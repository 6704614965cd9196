import type { Measures, OptionValues } from "../block.ts";
import { bodiceOf, sleeveOf } from "../bodice-block.ts";
import { blockOf, completeOptions } from "../draft.ts";
import { skirtDraftOf } from "../skirt-block.ts";
import { trousersOf } from "../trousers-block.ts";
import { bodiceSteps } from "./bodice-figures.ts";
import { dartSteps } from "./dart-figures.ts";
import type { Drawing } from "./drawing.ts";
import type { Figure, FigureFormat } from "./figure.ts";
import { skirtSteps } from "./skirt-figures.ts";
import { skirtFinish } from "./skirt-finish-figures.ts";
import { sleeveSteps } from "./sleeve-figures.ts";
import { trousersSteps } from "./trousers-figures.ts";

/** Draws one figure of a block. */
type Draw = (measures: Measures, options: OptionValues, format: FigureFormat) => Drawing;

/** The figures of a block, which all show the same draft. */
const ofDraft =
  <Draft>(draft: (measures: Measures, options: OptionValues) => Draft) =>
  (figures: Readonly<Record<string, Figure<Draft>>>): Readonly<Record<string, Draw>> =>
    Object.fromEntries(
      Object.entries(figures).map(([name, figure]): [string, Draw] => [
        name,
        (measures, options, format) => figure(draft(measures, options), format),
      ]),
    );

const skirt = ofDraft((measures, options) => {
  const drafted = skirtDraftOf(measures, options);
  if (!drafted.ok) throw new RangeError("there is no skirt for these measures and options");
  return drafted.value;
});

const bodice = ofDraft(bodiceOf);

const sleeve = ofDraft((measures, options) =>
  sleeveOf(bodiceOf(measures, options), measures, options),
);

const trousers = ofDraft((measures, options) => {
  const drafted = trousersOf(measures, options);
  if (!drafted.ok) throw new RangeError(`there are no trousers: ${drafted.failure.reason}`);
  return drafted.value;
});

/** The figures of each block, by name. */
const FIGURES: Readonly<Record<string, Readonly<Record<string, Draw>>>> = {
  "skirt-block": skirt({ ...skirtSteps, ...skirtFinish }),
  "bodice-block": bodice({ ...bodiceSteps, ...dartSteps }),
  "sleeve-block": sleeve(sleeveSteps),
  "trousers-block": trousers(trousersSteps),
};

/** The names of all figures: `skirt-block/frame`. */
export const figureNames = (): string[] =>
  Object.entries(FIGURES).flatMap(([block, figures]) =>
    Object.keys(figures).map((name) => `${block}/${name}`),
  );

/**
 * Draws a figure to measures. Draft the block first: it says whether measures and options go together.
 * @param name such as `skirt-block/frame`
 * @param options absent ones are those of the lessons
 * @returns null if there is no such figure
 */
export const drawFigure = (
  name: string,
  measures: Measures,
  options: OptionValues,
  format: FigureFormat,
): Drawing | null => {
  const [id = "", figure = ""] = name.split("/");
  const block = blockOf(id);
  const figures = block && FIGURES[block.id];
  if (!figures || !Object.hasOwn(figures, figure)) return null;
  return figures[figure]?.(measures, completeOptions(block, options), format) ?? null;
};
