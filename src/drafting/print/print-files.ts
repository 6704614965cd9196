import { paintText } from "../../lib/paint-text.ts";
import type { DraftRequest } from "../draft.ts";
import type { Pattern } from "../pattern.ts";
import { type ClothOrder, type ClothPlan, planCloth } from "./cloth.ts";
import { drawClothPage } from "./cloth-page.ts";
import { CLOTH, drawCover, drawSewing, LEGEND, SEWING } from "./cover.ts";
import { type Box, boxOf, PRINT_STYLES, pathData } from "./drawing.ts";
import { writeDxf } from "./dxf.ts";
import type { PagePlan } from "./pages.ts";
import { type Page, writePdf } from "./pdf.ts";
import type { PaintText } from "./pdf-texts.ts";
import { type PrintPlan, type PrintRequest, planPrint, textsOf } from "./plan-print.ts";
import { drawForProjector, drawPlaced, drawSheets, PROJECTOR_STYLES } from "./sheets.ts";
import { writeSvg } from "./svg.ts";

/** What is printed: a draft, on paper, with the texts of the person's language. */
export interface PrintOrder extends Omit<PrintRequest, "pattern"> {
  readonly draft: DraftRequest;
}

export type PrintFormat = "pdf" | "svg" | "dxf" | "projector" | "cloth";

export interface PrintFile {
  readonly content: Uint8Array<ArrayBuffer> | string;
  readonly type: string;
  /** The end of its name, with the dot. */
  readonly ending: string;
}

/** A piece to look at: paths of SVG in its own frame, in centimetres. */
export interface PiecePicture {
  readonly name: string;
  readonly outline: string;
  /** What is drawn within. */
  readonly inner: string;
  readonly box: Box;
}

/** A print to look at before it is made. */
export interface PrintPreview {
  readonly plan: PagePlan;
  /** How many pages there are with those to begin with. */
  readonly pages: number;
  readonly pictures: readonly PiecePicture[];
}

/** The pages in their order. */
const pagesOf = ({ plan, pieces, cloth }: PrintPlan, { texts }: PrintRequest): Page[] => {
  const drawing = drawPlaced(pieces, plan.layout.placements);
  const { cover, isRightToLeft } = texts;
  const needed = Object.values(cover.cloth?.materials ?? {}).flatMap(([first]) => first ?? []);
  const facts = [...cover.facts, ...needed];
  const sheets = drawSheets(plan, drawing, { title: cover.title, facts, isRightToLeft });
  if (!plan.sheet.hasCover) return sheets;
  const sewing = cover.sewing ? [drawSewing(plan, cover.title, cover.sewing, isRightToLeft)] : [];
  const onCloth = cloth ? [drawClothPage(plan, cover.title, cloth)] : [];
  return [drawCover(plan, drawing, cover, isRightToLeft), ...sewing, ...onCloth, ...sheets];
};

const optionsOf = ({ texts: { cover, ...texts } }: PrintRequest) => ({
  ...texts,
  title: cover.title,
  styles: PRINT_STYLES,
});

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

/** How the pieces lie on cloth, as SVG. */
const clothSvg = (request: PrintRequest): string => {
  const { plan, cloth } = planPrint({ ...request, setup: { ...request.setup, paper: "a4" } });
  if (!cloth) throw new RangeError("There is no plan of the cloth.");
  return writeSvg(drawClothPage(plan, request.texts.cover.title, cloth), optionsOf(request));
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

export const printProjector = (
  request: PrintRequest,
  paint: PaintText,
): Promise<Uint8Array<ArrayBuffer>> => {
  const { plan, pieces } = planPrint(request);
  // The square to calibrate by takes the place of the one on paper.
  const notes: readonly string[] = [LEGEND, SEWING, CLOTH];
  const placements = plan.layout.placements.filter(({ name }) => !notes.includes(name));
  const drawing = drawPlaced(pieces, placements);
  const page = drawForProjector(plan.layout, drawing, request.unit);
  return writePdf([page], { ...optionsOf(request), styles: PROJECTOR_STYLES, paint });
};

/** @throws RangeError for what cannot be drafted */
const patternOf = async (draft: DraftRequest): Promise<Pattern> => {
  const { draftAny } = await import(/* webpackChunkName: "drafting" */ "../draft.ts");
  const { pattern } = await draftAny(draft);
  if (!pattern) throw new RangeError("What cannot be drafted cannot be printed.");
  return pattern;
};

const requestOf = async ({ draft, ...order }: PrintOrder): Promise<PrintRequest> => ({
  ...order,
  pattern: await patternOf(draft),
});

export const planDraftCloth = async ({
  draft,
  ...order
}: ClothOrder & { readonly draft: DraftRequest }): Promise<readonly ClothPlan[]> =>
  planCloth(await patternOf(draft), order);

/** Lays the pieces of a draft out, and divides them among sheets. */
export const previewPrint = async (order: PrintOrder): Promise<PrintPreview> => {
  const { pieces, plan, pages } = planPrint(await requestOf(order));
  const pictures = pieces.map(({ name, outline, drawing }) => {
    const inner = drawing.lines.filter(({ layer }) => layer !== "cut");
    const cut = drawing.lines.filter(({ layer }) => layer === "cut");
    return { name, outline: pathData(cut), inner: pathData(inner), box: boxOf(outline) };
  });
  return { plan, pages, pictures };
};

/** Writes a print as a file. Its texts are painted by the browser. */
export const printFile = async ({
  format,
  ...order
}: PrintOrder & { readonly format: PrintFormat }): Promise<PrintFile> => {
  const request = await requestOf(order);
  if (format === "svg") {
    return { content: printSvg(request), type: "image/svg+xml", ending: ".svg" };
  }
  if (format === "dxf") {
    return { content: printDxf(request), type: "image/vnd.dxf", ending: ".dxf" };
  }
  if (format === "cloth") {
    return { content: clothSvg(request), type: "image/svg+xml", ending: "-cloth.svg" };
  }
  const type = "application/pdf";
  if (format === "projector") {
    const content = await printProjector(request, paintText);
    return { content, type, ending: "-projector.pdf" };
  }
  return { content: await printPdf(request, paintText), type, ending: ".pdf" };
};

/** Each page of a draft as SVG, to be printed by the browser. */
export const printPages = async (order: PrintOrder): Promise<readonly string[]> =>
  printSvgPages(await requestOf(order));
