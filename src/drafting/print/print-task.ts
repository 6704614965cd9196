import { paintText } from "../../lib/paint-text.ts";
import type { DraftRequest } from "../draft.ts";
import { type Box, boxOf, pathData } from "./drawing.ts";
import type { PagePlan } from "./pages.ts";
import { type PrintRequest, planPrint as plan } from "./plan-print.ts";
import * as files from "./print-files.ts";

/** What is printed: a draft, on paper, with the texts of the person's language. */
export interface PrintOrder extends Omit<PrintRequest, "pattern"> {
  readonly draft: DraftRequest;
}

export type PrintFormat = "pdf" | "svg" | "dxf" | "projector";

/** A file of a print. */
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

const requestOf = async ({ draft: made, ...rest }: PrintOrder): Promise<PrintRequest> => {
  const { draftAny } = await import(/* webpackChunkName: "drafting" */ "../garments.ts");
  const { pattern } = await draftAny(made);
  if (!pattern) throw new RangeError("What cannot be drafted cannot be printed.");
  return { ...rest, pattern };
};

/** Lays the pieces of a draft out, and divides them among sheets. */
export const planPrint = async (order: PrintOrder): Promise<PrintPreview> => {
  const { pieces, ...planned } = plan(await requestOf(order));
  const pictures = pieces.map(({ name, outline, drawing }) => {
    const inner = drawing.lines.filter(({ layer }) => layer !== "cut");
    const cut = drawing.lines.filter(({ layer }) => layer === "cut");
    return { name, outline: pathData(cut), inner: pathData(inner), box: boxOf(outline) };
  });
  return { ...planned, pictures };
};

/** Writes a print as a file. Its texts are painted by the browser. */
export const printFile = async ({
  format,
  ...order
}: PrintOrder & { readonly format: PrintFormat }): Promise<PrintFile> => {
  const request = await requestOf(order);
  if (format === "svg") {
    return { content: files.printSvg(request), type: "image/svg+xml", ending: ".svg" };
  }
  if (format === "dxf") {
    return { content: files.printDxf(request), type: "image/vnd.dxf", ending: ".dxf" };
  }
  const type = "application/pdf";
  if (format === "projector") {
    const content = await files.printProjector(request, paintText);
    return { content, type, ending: "-projector.pdf" };
  }
  return { content: await files.printPdf(request, paintText), type, ending: ".pdf" };
};

/** Each page as SVG, to be printed by the browser. */
export const printSvgPages = async (order: PrintOrder): Promise<readonly string[]> =>
  files.printSvgPages(await requestOf(order));
