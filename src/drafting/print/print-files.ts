import { drawCover, drawSewing, LEGEND } from "./cover.ts";
import { writeDxf } from "./dxf.ts";
import { type Page, writePdf } from "./pdf.ts";
import type { PaintText } from "./pdf-texts.ts";
import { type PrintPlan, type PrintRequest, planPrint, textsOf } from "./plan-print.ts";
import { drawForProjector, PROJECTOR_STYLES } from "./projector.ts";
import { drawPlaced, drawSheets } from "./sheets.ts";
import { PRINT_STYLES } from "./styles.ts";
import { writeSvg } from "./svg.ts";

/** The pages in their order. */
const pagesOf = ({ plan, pieces }: PrintPlan, { texts }: PrintRequest): Page[] => {
  const drawing = drawPlaced(pieces, plan.layout.placements);
  const { cover, isRightToLeft } = texts;
  const sheets = drawSheets(plan, drawing, cover.title);
  if (!plan.sheet.hasCover) return sheets;
  const sewing = cover.sewing ? [drawSewing(plan, cover.title, cover.sewing, isRightToLeft)] : [];
  return [drawCover(plan, drawing, cover, isRightToLeft), ...sewing, ...sheets];
};

const optionsOf = ({ texts: { cover, ...texts } }: PrintRequest) => ({
  ...texts,
  title: cover.title,
  styles: PRINT_STYLES,
});

/** The pages as a PDF. */
export const printPdf = (
  request: PrintRequest,
  paint: PaintText,
  isCompressed: boolean = true,
): Promise<Uint8Array<ArrayBuffer>> => {
  const pages = pagesOf(planPrint(request), request);
  return writePdf(pages, { ...optionsOf(request), paint, isCompressed });
};

/** Each page as SVG, to be printed by a browser. */
export const printSvgPages = (request: PrintRequest): string[] =>
  pagesOf(planPrint(request), request).map((page) => writeSvg(page, optionsOf(request)));

/** All pieces on one sheet as SVG. */
export const printSvg = (request: PrintRequest): string => {
  const { plan, pieces } = planPrint(request);
  const { placements, width, height } = plan.layout;
  const page = { width, height, parts: [{ drawing: drawPlaced(pieces, placements) }] };
  return writeSvg(page, optionsOf(request));
};

/** The pieces for pattern programs. */
export const printDxf = (request: PrintRequest): string => {
  const { plan, pieces } = planPrint(request);
  const listed = request.pattern.pieces.flatMap((piece) => {
    const placement = plan.layout.placements.find(({ name }) => name === piece.name);
    const outline = pieces.find(({ name }) => name === piece.name)?.outline;
    if (!placement || !outline) return [];
    return [{ piece, texts: textsOf(request.texts, piece), outline, placement }];
  });
  return writeDxf(listed, request.texts.cover.title);
};

/** One page for a projector. */
export const printProjector = (
  request: PrintRequest,
  paint: PaintText,
): Promise<Uint8Array<ArrayBuffer>> => {
  const { plan, pieces } = planPrint(request);
  // The square to calibrate by takes the place of the one on paper.
  const placements = plan.layout.placements.filter(({ name }) => name !== LEGEND);
  const drawing = drawPlaced(pieces, placements);
  const page = drawForProjector(plan.layout, drawing, request.unit);
  return writePdf([page], { ...optionsOf(request), styles: PROJECTOR_STYLES, paint });
};
