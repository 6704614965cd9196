import type { Pattern, Piece } from "../pattern.ts";
import { type ClothOrder, planCloth } from "./cloth.ts";
import { type ClothPrint, clothPiece } from "./cloth-page.ts";
import { type CoverTexts, legendPiece, sewingPiece } from "./cover.ts";
import { type DrawnPiece, drawPiece } from "./draw-piece.ts";
import type { LayerName } from "./drawing.ts";
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
  /** How its pieces lie on cloth; it is printed where there are texts for it. */
  readonly cloth?: ClothOrder;
  /** The unit of the projector's grid. */
  readonly unit: GridUnit;
}

export interface PrintPlan {
  readonly plan: PagePlan;
  /** The pieces of the layout; the test square is among them where it has no page of its own. */
  readonly pieces: readonly DrawnPiece[];
  /** How many pages there are with those to begin with. */
  readonly pages: number;
  readonly cloth: ClothPrint | null;
}

const NO_TEXTS: PieceTexts = { name: "", lines: [], fold: "", grain: "" };

export const textsOf = ({ pieces }: PrintTexts, { name }: Piece): PieceTexts =>
  (Object.hasOwn(pieces, name) ? pieces[name] : undefined) ?? { ...NO_TEXTS, name };

/** What a print says about cloth; null if it says nothing. */
const clothPrintOf = ({ pattern, cloth, texts }: PrintRequest): ClothPrint | null =>
  cloth && texts.cover.cloth
    ? {
        plans: planCloth(pattern, cloth),
        texts: texts.cover.cloth,
        nameOf: (piece) => texts.pieces[piece]?.name ?? piece,
        isRightToLeft: texts.isRightToLeft,
      }
    : null;

/** Draws, lays out and divides. */
export const planPrint = (request: PrintRequest): PrintPlan => {
  const { pattern, moved, texts } = request;
  const setup = completeSetup(request.setup);
  const { hasCover } = sheetOf(setup);
  const { cover, isRightToLeft } = texts;
  const cloth = clothPrintOf(request);
  const notes = [
    legendPiece(cover, isRightToLeft),
    ...(cover.sewing ? [sewingPiece(cover.sewing, isRightToLeft)] : []),
    ...(cloth ? [clothPiece(cloth)] : []),
  ];
  const pieces = [
    ...pattern.pieces.map((piece) => drawPiece(piece, textsOf(texts, piece))),
    ...(hasCover ? [] : notes),
  ];
  const plan = planPages(pieces, setup, moved);
  return { plan, pieces, cloth, pages: plan.printed + (hasCover ? notes.length : 0) };
};
