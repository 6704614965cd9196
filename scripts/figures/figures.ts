import { bodiceFigures } from "./bodice-figures.ts";
import { dartFigures } from "./dart-figures.ts";
import { fittingFigures } from "./fitting-figures.ts";
import { skirtSteps } from "./skirt-figures.ts";
import { skirtFinish } from "./skirt-finish-figures.ts";
import { skirtSheet } from "./skirt-sheet.ts";

/** Every drawn figure of the pattern making lessons: file in the product to SVG text. */
export function allFigures(): Map<string, string> {
  const makers = {
    ...skirtSteps,
    ...skirtFinish,
    ...bodiceFigures,
    ...dartFigures,
    ...fittingFigures,
  };
  return new Map(Object.entries(makers).map(([path, make]) => [path, make().toString()]));
}

/**
 * Every drawn sheet that students print in its real size, in English: file in the product to PDF. `sheets.ts`
 * writes the other languages.
 */
export const allSheets = async (): Promise<Map<string, Uint8Array>> =>
  new Map([["assets/skirt-block.pdf", await skirtSheet("en")]]);
