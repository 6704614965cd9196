import { at, type Point } from "../geometry.ts";
import type { ClothPlan } from "./cloth.ts";
import {
  CLOTH,
  type ClothTexts,
  type Column,
  notePage,
  notePiece,
  type Writer,
  write,
} from "./cover.ts";
import type { DrawnPiece } from "./draw-piece.ts";
import { boxOf, type Line, polyline, rectangle } from "./drawing.ts";
import { placeOutlines } from "./lay-out.ts";
import type { PagePlan } from "./pages.ts";
import type { Page } from "./pdf.ts";

export interface ClothPrint {
  readonly plans: readonly ClothPlan[];
  readonly texts: ClothTexts;
  /** By the name of the piece. */
  readonly nameOf: (piece: string) => string;
  readonly isRightToLeft: boolean;
}

const LETTER = 0.3;

/** A plan in small, with the names of its pieces. */
const drawPlan = (
  writer: Writer,
  { left, width: room }: Column,
  most: number,
  { width, isFolded, pieces, layout }: ClothPlan,
  nameOf: ClothPrint["nameOf"],
): Line[] => {
  const scale = Math.min(room / width, most / layout.height);
  const top = writer.y + 0.3;
  const small = ({ x, y }: Point): Point => at(left + x * scale, top + y * scale);
  const [wide, high] = [width * scale, layout.height * scale];
  const outlines = layout.placements.map((placement) => ({
    piece: pieces.find(({ name }) => name === placement.name)?.piece ?? "",
    points: (placeOutlines(pieces, [placement])[0] ?? []).map(small),
  }));
  for (const { piece, points } of outlines) {
    const box = boxOf(points);
    writer.texts.push({
      layer: "label",
      text: nameOf(piece),
      at: at(box.x + box.width / 2, box.y + box.height / 2),
      anchor: "middle",
      size: LETTER,
    });
  }
  writer.y = top + high + 0.4;
  return [
    rectangle("page", { x: left, y: top, width: wide, height: high }),
    ...(isFolded ? [polyline("seam", [at(left, top), at(left, top + high)])] : []),
    ...outlines.map(({ points }) => polyline("cut", points, true)),
  ];
};

const writeCloth = (
  writer: Writer,
  column: Column,
  height: number,
  { plans, texts, nameOf }: ClothPrint,
): Line[] => {
  write(writer, column, texts.heading, 0.55, { isBold: true, most: 2 });
  const laid = plans.filter(({ tooWide }) => tooWide.length === 0);
  const total = laid.reduce((sum, { layout }) => sum + layout.height, 0);
  const room = height - writer.y - laid.length * 3;
  return plans.flatMap((plan) => {
    writer.y += 0.3;
    const [first = "", ...others] = texts.materials[plan.material];
    write(writer, column, first, 0.45, { isBold: true, most: 2 });
    for (const line of others) write(writer, column, line, 0.38, { most: 2 });
    if (plan.tooWide.length > 0) return [];
    return drawPlan(writer, column, (room * plan.layout.height) / total, plan, nameOf);
  });
};

/** The page that shows how the pieces lie on cloth. */
export const drawClothPage = (plan: PagePlan, title: string, print: ClothPrint): Page =>
  notePage(plan, title, print.isRightToLeft, (writer, column, bottom) =>
    writeCloth(writer, column, bottom, print),
  );

/** The same as a piece of a layout, for paper that needs no page to begin with. */
export const clothPiece = (print: ClothPrint): DrawnPiece =>
  notePiece(CLOTH, print.isRightToLeft, (writer, column) => writeCloth(writer, column, 30, print));
