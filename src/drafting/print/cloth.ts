import { at, type Point, subtract } from "../geometry.ts";
import type { Pattern, Piece } from "../pattern.ts";
import { type ClothSetup, MATERIALS, type Material } from "./cloth-setup.ts";
import { drawPiece } from "./draw-piece.ts";
import { type Box, boxOf, mapDrawing, pathData, polyline } from "./drawing.ts";
import {
  CLOTH_CELL,
  GAP,
  type Layout,
  moveByHand,
  type Nestable,
  nest,
  type Placement,
} from "./lay-out.ts";
import { firstOverlap } from "./pages.ts";

/**
 * How much cloth a pattern needs: its pieces are laid on cloth of a width, each along its grainline. All lengths are
 * in centimetres.
 */

/** What is not cut into at both edges of the cloth. */
const SELVEDGE = 1;

/** Further orders of the pieces that are tried: on a slow phone they take about a tenth of a second. */
const EXCHANGES = 24;

/** A piece as it lies: its picture in its own frame, before it is put in its place. */
interface ClothPiece extends Nestable {
  /** The name of the piece; `name` has the number of the copy, too. */
  readonly piece: string;
  readonly box: Box;
  /** Data of paths. */
  readonly paths: { readonly outline: string; readonly inner: string };
}

export interface ClothPlan {
  readonly material: Material;
  readonly isFolded: boolean;
  /** Of what is laid on: of the folded cloth half, without selvedges. */
  readonly width: number;
  readonly pieces: readonly ClothPiece[];
  readonly layout: Layout;
  /** What to buy, before it shrinks. */
  readonly length: number;
  /** Two pieces that a hand has laid one over the other. */
  readonly overlapping: readonly [string, string] | null;
  /** Pieces that are wider than the cloth; then nothing is laid. */
  readonly tooWide: readonly string[];
}

/** What is planned for a pattern. */
export interface ClothOrder {
  readonly setups: Readonly<Record<Material, ClothSetup>>;
  /** What was moved by hand. */
  readonly moved: Readonly<Partial<Record<Material, readonly Placement[]>>>;
}

const isOf = (material: Material, piece: Piece): boolean =>
  material === "fusible" ? piece.isFused === true : (piece.material ?? "cloth") === material;

/** Turns a piece so that its grainline runs down. */
const byGrain = ([from, to]: Piece["grain"]): ((point: Point) => Point) => {
  const { x, y } = subtract(to, from);
  const length = Math.hypot(x, y);
  if (length === 0) return (point) => point;
  const [sine, cosine] = [x / length, y / length];
  return (point) => at(point.x * cosine - point.y * sine, point.x * sine + point.y * cosine);
};

const mirror = ({ x, y }: Point): Point => at(-x, y);

/** The whole of a piece of which half was drawn, on the fold at x = 0. */
const unfolded = (outline: readonly Point[]): Point[] => {
  const isOnFold = ({ x }: Point) => Math.abs(x) < 1e-6;
  const next = (i: number) => outline[(i + 1) % outline.length] as Point;
  const start = outline.findIndex((point, i) => isOnFold(point) && !isOnFold(next(i)));
  const round = [...outline.slice(start), ...outline.slice(0, start)];
  const end = round.findIndex((point, i) => i > 0 && isOnFold(point));
  const half = round.slice(0, end + 1);
  return [...half, ...half.slice(1, -1).reverse().map(mirror)];
};

/** The pieces of a material as they lie on the cloth, one for each place. */
const clothPieces = (pattern: Pattern, material: Material, setup: ClothSetup): ClothPiece[] =>
  pattern.pieces
    .filter((piece) => isOf(material, piece))
    .flatMap((piece) => {
      const { count, onFold } = piece.cut;
      const drawn = drawPiece(piece, { name: "", lines: [], fold: "", grain: "" });
      const turn = byGrain(piece.grain);
      const fold = piece.edges.find(({ name }) => name === "fold")?.curves[0]?.[0];
      const foldX = onFold && fold ? turn(fold).x : 0;
      const isFoldRight = onFold && boxOf(drawn.outline.map(turn)).x < foldX - 1e-6;
      const upright = (point: Point): Point => {
        const { x, y } = turn(point);
        return at(isFoldRight ? foldX - x : x - foldX, y);
      };
      // Of two layers, a pair of pieces takes one place.
      const isPair = setup.isFolded && !onFold;
      const places = isPair ? Math.ceil(count / 2) : count;
      return Array.from({ length: places }, (_, copy): ClothPiece => {
        // On one layer every other one is its mirror image.
        const isMirrored = !isPair && !onFold && copy % 2 === 1;
        const move = (point: Point): Point =>
          isMirrored ? mirror(upright(point)) : upright(point);
        const half = drawn.outline.map(move);
        const isWhole = onFold && !setup.isFolded;
        const outline = isWhole ? unfolded(half) : half;
        const { lines } = mapDrawing({ lines: drawn.drawing.lines, texts: [] }, move);
        const inner = lines.filter(({ layer }) => layer === "grain" || layer === "dart");
        const isAtEdge = onFold && setup.isFolded;
        return {
          name: places > 1 ? `${piece.name} ${copy + 1}` : piece.name,
          piece: piece.name,
          outline,
          // A piece on the fold would have its fold away from it.
          turns: setup.hasNap || isAtEdge ? [0] : [0, 180],
          isAtEdge,
          box: boxOf(outline),
          paths: {
            outline: pathData([polyline("cut", outline, true)]),
            inner: pathData(inner),
          },
        };
      });
    });

/** Moved pieces stay on the cloth, those on the fold at it. */
const onCloth = (
  pieces: readonly ClothPiece[],
  width: number,
  moved: readonly Placement[],
): Placement[] =>
  moved.flatMap((placement) => {
    const piece = pieces.find(({ name }) => name === placement.name);
    if (!piece) return [];
    const most = piece.isAtEdge ? 0 : Math.max(0, width - piece.box.width);
    const turn = piece.turns.includes(placement.turn) ? placement.turn : 0;
    return [{ ...placement, turn, x: Math.min(most, Math.max(0, placement.x)) }];
  });

/** Lays the pieces of a material. @returns null if the pattern has none of it */
const planMaterial = (
  pattern: Pattern,
  material: Material,
  { setups, moved }: ClothOrder,
): ClothPlan | null => {
  const setup = setups[material];
  const pieces = clothPieces(pattern, material, setup);
  if (pieces.length === 0) return null;
  const shrunk = 1 - setup.shrinkage / 100;
  const width =
    (setup.width * shrunk) / (setup.isFolded ? 2 : 1) - (setup.isFolded ? 1 : 2) * SELVEDGE;
  const tooWide = pieces.filter(({ box }) => box.width > width).map(({ piece }) => piece);
  // Pieces lie right at the edges, so the gap round them may lie outside.
  const nested = tooWide.length > 0 ? null : nest(pieces, width + GAP, CLOTH_CELL, EXCHANGES);
  const none: Layout = { placements: [], width, height: 0 };
  const laid: Layout = nested
    ? { ...nested, placements: nested.placements.map((one) => ({ ...one, x: one.x - GAP / 2 })) }
    : none;
  const hands = onCloth(pieces, width, moved[material] ?? []);
  const layout = nested && hands.length > 0 ? moveByHand(pieces, laid, hands) : laid;
  return {
    ...{ material, isFolded: setup.isFolded, width, pieces, layout },
    length: layout.height / shrunk,
    overlapping: hands.length > 0 ? firstOverlap(pieces, layout) : null,
    tooWide: [...new Set(tooWide)],
  };
};

/**
 * Plans how the pieces of a pattern lie on cloth, lining and fusible interfacing.
 * @returns a plan for each material of which the pattern has pieces
 */
export const planCloth = (pattern: Pattern, order: ClothOrder): ClothPlan[] =>
  MATERIALS.flatMap((material) => planMaterial(pattern, material, order) ?? []);
