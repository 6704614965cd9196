import type { Point } from "../geometry.ts";
import { type Box, boxOf, type Turn, turnPoint } from "./drawing.ts";

/** Where a piece lies: the upper left corner of the box round it once it is turned. */
export interface Placement {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly turn: Turn;
}

export interface Outline {
  readonly name: string;
  readonly outline: readonly Point[];
}

/** How a piece may lie. */
export interface Nestable extends Outline {
  readonly turns: readonly Turn[];
  /** It lies at the left edge, as on the fold of cloth. */
  readonly isAtEdge?: boolean;
}

export interface Layout {
  readonly placements: readonly Placement[];
  readonly width: number;
  readonly height: number;
}

/** The grid on which pieces are moved, in centimetres: fine on paper, and quick on long cloth. */
const PAPER_CELL = 0.25;
export const CLOTH_CELL = 0.5;
/** Between two pieces; half of it round all of them. */
export const GAP = 0.5;
const HALF = GAP / 2;

/** A turned piece on the grid: its uppermost and lowest cell in each column, with the gap round it. */
interface Profile {
  readonly turn: Turn;
  readonly box: Box;
  readonly tops: readonly number[];
  readonly bottoms: readonly number[];
}

const turned = (outline: readonly Point[], turn: Turn): Point[] =>
  outline.map((point) => turnPoint(point, turn));

/** Columns are wider by half a gap on both sides, so that no two pieces come closer than that. */
const profileOf = (outline: readonly Point[], turn: Turn, cell: number): Profile => {
  const points = turned(outline, turn);
  const box = boxOf(points);
  const columns = Math.max(1, Math.ceil((box.width + GAP) / cell));
  const tops = new Array<number>(columns).fill(Infinity);
  const bottoms = new Array<number>(columns).fill(-Infinity);
  const cover = (x: number, y: number): void => {
    const [from, to] = [Math.floor((x - HALF) / cell), Math.floor((x + HALF) / cell)];
    for (let column = Math.max(0, from); column <= Math.min(columns - 1, to); column++) {
      tops[column] = Math.min(tops[column] ?? Infinity, y - HALF);
      bottoms[column] = Math.max(bottoms[column] ?? -Infinity, y + HALF);
    }
  };
  points.forEach((from, i) => {
    const to = points[(i + 1) % points.length] ?? from;
    const steps = Math.max(1, Math.ceil((Math.abs(to.x - from.x) + Math.abs(to.y - from.y)) / 0.1));
    for (let step = 0; step <= steps; step++) {
      const share = step / steps;
      const x = from.x + (to.x - from.x) * share - box.x + HALF;
      cover(x, from.y + (to.y - from.y) * share - box.y + HALF);
    }
  });
  return { turn, box, tops, bottoms };
};

interface Place {
  readonly column: number;
  readonly y: number;
  readonly bottom: number;
}

/** As far up as the piece goes, and there as far to the left. */
const lowestPlace = (
  heights: readonly number[],
  { tops, bottoms }: Profile,
  isAtEdge: boolean,
): Place | null => {
  let best: Place | null = null;
  const last = isAtEdge ? 0 : heights.length - tops.length;
  for (let column = 0; column <= last && tops.length <= heights.length; column++) {
    let y = 0;
    for (let i = 0; i < tops.length; i++) {
      y = Math.max(y, (heights[column + i] ?? 0) - (tops[i] ?? 0));
    }
    const bottom = y + Math.max(...bottoms);
    if (!best || bottom < best.bottom - 1e-9) best = { column, y, bottom };
  }
  return best;
};

interface KnownPiece {
  readonly name: string;
  readonly profiles: readonly Profile[];
  readonly isAtEdge: boolean;
  readonly box: Box;
}

/** @returns null if a piece is wider than the width, however it is turned */
const placeInOrder = (
  pieces: readonly KnownPiece[],
  columns: number,
  cell: number,
): Layout | null => {
  const heights = new Array<number>(columns).fill(0);
  const placements: Placement[] = [];
  let [width, height] = [0, 0];
  for (const { name, profiles, isAtEdge } of pieces) {
    let best: { place: Place; profile: Profile } | null = null;
    for (const profile of profiles) {
      const place = lowestPlace(heights, profile, isAtEdge);
      if (place && (!best || place.bottom < best.place.bottom - 1e-9)) best = { place, profile };
    }
    if (!best) return null;
    const { place, profile } = best;
    profile.bottoms.forEach((bottom, i) => {
      heights[place.column + i] = place.y + bottom;
    });
    const x = place.column * cell + HALF;
    const y = place.y + HALF;
    placements.push({ name, x, y, turn: profile.turn });
    width = Math.max(width, x + profile.box.width + HALF);
    height = Math.max(height, y + profile.box.height + HALF);
  }
  return { placements, width, height };
};

/** The turns that keep the grainline; the others only where a piece is too wide otherwise. */
const turnsFor = (outline: readonly Point[], width: number): readonly Turn[] => {
  const box = boxOf(outline);
  const room = width - GAP;
  return box.width <= room || box.height > room ? [0, 180] : [90, 270];
};

/** An order with two of its pieces exchanged, another pair at each try. */
const exchanged = (order: readonly KnownPiece[], attempt: number): KnownPiece[] => {
  const next = [...order];
  const one = attempt % order.length;
  const other =
    (one + 1 + (Math.floor(attempt / order.length) % (order.length - 1))) % order.length;
  [next[one], next[other]] = [order[other] as KnownPiece, order[one] as KnownPiece];
  return next;
};

/**
 * Lays pieces out within a width, so that little length is used. Each is pushed up between those that lie already;
 * several orders are tried. No two pieces come closer than half a centimetre.
 *
 * @param width centimetres, with half a gap at both sides
 * @param cell the grid on which they are moved, in centimetres
 * @param exchanges how many further orders are tried, each with two pieces of the best one exchanged
 * @returns null if a piece is wider, however it is turned
 */
export const nest = (
  pieces: readonly Nestable[],
  width: number,
  cell: number,
  exchanges: number,
): Layout | null => {
  const columns = Math.floor(width / cell + 1e-9);
  const known = pieces.map(
    ({ name, outline, turns, isAtEdge = false }): KnownPiece => ({
      ...{ name, isAtEdge, box: boxOf(outline) },
      profiles: turns.map((turn) => profileOf(outline, turn, cell)),
    }),
  );
  const best = { order: known, layout: placeInOrder(known, columns, cell) };
  if (!best.layout) return null;
  const attempt = (order: KnownPiece[]): void => {
    const layout = placeInOrder(order, columns, cell);
    if (layout && layout.height < (best.layout?.height ?? 0) - 1e-9)
      Object.assign(best, { order, layout });
  };
  attempt(known.toSorted((a, b) => b.box.height - a.box.height));
  attempt(known.toSorted((a, b) => b.box.width - a.box.width));
  attempt(known.toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height));
  // No order is shorter than its longest piece.
  const least = Math.max(...known.map(({ box }) => box.height)) + GAP + 1e-9;
  for (let i = 0; i < exchanges && known.length > 1 && best.layout.height > least; i++) {
    attempt(exchanged(best.order, i));
  }
  return best.layout;
};

/** Lays pieces out on paper of a width, upright or upside down. @returns as `nest` */
export const layOut = (pieces: readonly Outline[], width: number): Layout | null =>
  nest(
    pieces.map((piece) => ({ ...piece, turns: turnsFor(piece.outline, width) })),
    width,
    PAPER_CELL,
    0,
  );

export const placeOutlines = (
  pieces: readonly Outline[],
  placements: readonly Placement[],
): Point[][] =>
  placements.flatMap(({ name, x, y, turn }) => {
    const piece = pieces.find((one) => one.name === name);
    if (!piece) return [];
    const points = turned(piece.outline, turn);
    const box = boxOf(points);
    return [points.map((point) => ({ x: point.x - box.x + x, y: point.y - box.y + y }))];
  });

/** A layout with some pieces moved by hand; the others stay. No piece lies left of the paper or above it. */
export const moveByHand = (
  pieces: readonly Outline[],
  layout: Layout,
  moved: readonly Placement[],
): Layout => {
  const placements = layout.placements.map((placement) => {
    const hand = moved.find(({ name }) => name === placement.name);
    return hand ? { ...hand, x: Math.max(0, hand.x), y: Math.max(0, hand.y) } : placement;
  });
  let [width, height] = [0, 0];
  for (const { name, x, y, turn } of placements) {
    const outline = pieces.find((piece) => piece.name === name)?.outline ?? [];
    const box = boxOf(turned(outline, turn));
    width = Math.max(width, x + box.width + HALF);
    height = Math.max(height, y + box.height + HALF);
  }
  return { placements, width, height };
};
