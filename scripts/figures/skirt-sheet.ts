import { directionOf } from "../../src/domain/languages.ts";
import { draft } from "../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../src/drafting/example-body.ts";
import { withoutAllowance } from "../../src/drafting/print/draw-piece.ts";
import { LAYERS, type LayerName } from "../../src/drafting/print/drawing.ts";
import type { PaintText } from "../../src/drafting/print/pdf-texts.ts";
import type { PrintRequest } from "../../src/drafting/print/plan-print.ts";
import { printPdf } from "../../src/drafting/print/print-files.ts";
import { EXAMPLE_SKIRT, SKIRT_EASE } from "../../src/drafting/skirt.ts";
import { fillPlaces, messagesOf, type SheetLanguage } from "./sheet-words.ts";
import skirtWords from "./skirt-words.json" with { type: "json" };

/** How far neighbouring sheets overlap, in centimetres. */
const OVERLAP = 1;

/** What the words have places for. */
const NUMBERS = {
  ...EXAMPLE_SKIRT,
  waistEase: SKIRT_EASE.waist,
  hipEase: SKIRT_EASE.hip,
  overlap: OVERLAP,
};

/** The skirt of the lessons' example body, without seam allowance, as a print on A4. */
export const skirtPrint = (language: SheetLanguage): PrintRequest => {
  const { pattern } = draft({ block: "skirt-block", values: EXAMPLE_BODY, options: {} });
  if (!pattern) throw new Error("the skirt is not drafted for the example");
  const words = skirtWords[language];
  const say = messagesOf(language);
  const pieceTexts = ([name = "", ...lines]: readonly string[]) => ({
    name,
    lines: [...lines, fillPlaces(words.girths, NUMBERS)],
    fold: say("patterns.print.place-on-fold"),
    grain: say("patterns.layer.grain"),
  });
  return {
    pattern: { ...pattern, pieces: pattern.pieces.map(withoutAllowance) },
    setup: { paper: "a4", orientation: "portrait", margin: 1, overlap: OVERLAP },
    moved: [],
    unit: "cm",
    texts: {
      language,
      isRightToLeft: directionOf(language) === "rtl",
      layers: Object.fromEntries(
        LAYERS.map((layer) => [layer, say(`patterns.layer.${layer}`)]),
      ) as Record<LayerName, string>,
      pieces: {
        "skirt-back": pieceTexts(words.back),
        "skirt-front": pieceTexts(words.front),
      },
      cover: {
        title: words.title,
        facts: words.facts.map((fact) => fillPlaces(fact, NUMBERS)),
        square: say("patterns.print.square"),
        steps: words.steps.map((step) => fillPlaces(step, NUMBERS).replaceAll("\n", " ")),
        plan: words.plan,
      },
    },
  };
};

/** The sheet as a file. @param paint paints its texts */
export const skirtSheet = (
  language: SheetLanguage,
  paint: PaintText,
): Promise<Uint8Array<ArrayBuffer>> => printPdf(skirtPrint(language), paint);
