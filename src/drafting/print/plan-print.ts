import type { DraftRequest } from "../draft.ts";
import type { Pattern, Piece } from "../pattern.ts";
import { type CoverTexts, legendPiece } from "./cover.ts";
import { type DrawnPiece, drawPiece } from "./draw-piece.ts";
import { type Box, boxOf, type LayerName, pathData } from "./drawing.ts";
import type { Placement } from "./lay-out.ts";
import { type PagePlan, planPages } from "./pages.ts";
import { completeSetup, type PrintSetup, sheetOf } from "./papers.ts";
import type { PieceTexts } from "./piece-label.ts";
import type { GridUnit } from "./sheets.ts";

/** All texts of a print, in the language of the person. */
interface PrintTexts {
  readonly language: string;
  readonly isRightToLeft: boolean;
  readonly layers: Readonly<Record<LayerName, string>>;
  /** By the name of the piece. */
  readonly pieces: Readonly<Record<string, PieceTexts>>;
  readonly cover: CoverTexts;
}

export interface PrintRequest {
  readonly pattern: Pattern;
  readonly setup: PrintSetup;
  /** Pieces that were moved by hand. */
  readonly moved: readonly Placement[];
  readonly texts: PrintTexts;
  /** The unit of the projector's grid. */
  readonly unit: GridUnit;
}

/** What is printed: a draft, on paper, with the texts of the person's language. */
export interface PrintOrder extends Omit<PrintRequest, "pattern"> {
  readonly draft: DraftRequest;
}

/** What is to be printed, before it is. */
export interface PrintPlan {
  readonly plan: PagePlan;
  /** The pieces of the layout; the test square is among them where it has no page of its own. */
  readonly pieces: readonly DrawnPiece[];
  /** How many pages there are with those to begin with. */
  readonly pages: number;
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

const NO_TEXTS: PieceTexts = { name: "", lines: [], fold: "", grain: "" };

export const textsOf = ({ pieces }: PrintTexts, { name }: Piece): PieceTexts =>
  (Object.hasOwn(pieces, name) ? pieces[name] : undefined) ?? { ...NO_TEXTS, name };

/** Draws, lays out and divides. */
export const planPrint = ({ pattern, setup: given, moved, texts }: PrintRequest): PrintPlan => {
  const setup = completeSetup(given);
  const { hasCover } = sheetOf(setup);
  const pieces = [
    ...pattern.pieces.map((piece) => drawPiece(piece, textsOf(texts, piece))),
    ...(hasCover ? [] : [legendPiece(texts.cover, texts.isRightToLeft)]),
  ];
  const plan = planPages(pieces, setup, moved);
  const first = hasCover ? (texts.cover.sewing ? 2 : 1) : 0;
  return { plan, pieces, pages: plan.printed + first };
};

/** Drafts what is to be printed. @throws RangeError for what cannot be drafted */
export const requestOf = async ({ draft, ...order }: PrintOrder): Promise<PrintRequest> => {
  const { draftAny } = await import(/* webpackChunkName: "drafting" */ "../draft.ts");
  const { pattern } = await draftAny(draft);
  if (!pattern) throw new RangeError("What cannot be drafted cannot be printed.");
  return { ...order, pattern };
};

/** Lays the pieces of a draft out, and divides them among sheets. */
export const previewPrint = async (order: PrintOrder): Promise<PrintPreview> => {
  const { pieces, ...planned } = planPrint(await requestOf(order));
  const pictures = pieces.map(({ name, outline, drawing }) => {
    const inner = drawing.lines.filter(({ layer }) => layer !== "cut");
    const cut = drawing.lines.filter(({ layer }) => layer === "cut");
    return { name, outline: pathData(cut), inner: pathData(inner), box: boxOf(outline) };
  });
  return { ...planned, pictures };
};
