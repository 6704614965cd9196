import type { Pattern, Piece } from "../pattern.ts";
import { type CoverTexts, legendPiece } from "./cover.ts";
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
  /** The unit of the projector's grid. */
  readonly unit: GridUnit;
}

/** What is to be printed, before it is. */
export interface PrintPlan {
  readonly plan: PagePlan;
  /** The pieces of the layout; the test square is among them where it has no page of its own. */
  readonly pieces: readonly DrawnPiece[];
  /** How many pages there are with those to begin with. */
  readonly pages: number;
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
