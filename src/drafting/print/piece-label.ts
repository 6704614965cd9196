import { at, type Point } from "../geometry.ts";
import type { Piece } from "../pattern.ts";
import { boxOf, type Text } from "./drawing.ts";

/** The texts of a piece, in the language of the person. */
export interface PieceTexts {
  readonly name: string;
  /** What else is written on it: how often it is cut, whose draft it is. */
  readonly lines: readonly string[];
  /** Along the edge on the fold. */
  readonly fold: string;
  /** Along the grainline. */
  readonly grain: string;
}

const NAME_SIZE = 0.7;
const LINE_SIZE = 0.42;
/** A font's height to the width of an average letter; wide, since nothing is measured here. */
const LETTER = 0.6;
const LEADING = 1.4;
const WIDEST = 14;
/** Free of text on both sides of a line. */
const ROOM = 0.5;

/**
 * Breaks a text into lines of at most so many letters: between words, and within a word that is longer.
 */
export const wrapText = (text: string, letters: number): string[] => {
  const most = Math.max(4, Math.floor(letters));
  const lines: string[] = [];
  let line = "";
  // A number stays with its unit.
  for (const word of text.split(/[^\S\u00a0\u202f]+/).filter(Boolean)) {
    let remaining = [...word];
    if (line && [...line].length + 1 + remaining.length <= most) {
      line = `${line} ${word}`;
      continue;
    }
    if (line) lines.push(line);
    while (remaining.length > most) {
      lines.push(remaining.slice(0, most).join(""));
      remaining = remaining.slice(most);
    }
    line = remaining.join("");
  }
  if (line) lines.push(line);
  return lines;
};

interface Row {
  readonly text: string;
  readonly size: number;
  readonly isBold: boolean;
}

const rowsOf = ({ name, lines }: PieceTexts, width: number, scale: number): Row[] => {
  const rows = (text: string, size: number, isBold: boolean): Row[] =>
    wrapText(text, width / (size * LETTER)).map((row) => ({ text: row, size, isBold }));
  return [
    ...rows(name, NAME_SIZE * scale, true),
    ...lines.flatMap((line) => rows(line, LINE_SIZE * scale, false)),
  ];
};

const heightOf = (rows: readonly Row[]): number =>
  rows.reduce((height, { size }) => height + size * LEADING, 0);

type Interval = readonly [number, number];

/** Where a horizontal line lies within a polygon. */
const insideAt = (polygon: readonly Point[], y: number): Interval[] => {
  const crossings = polygon
    .flatMap((from, i) => {
      const to = polygon[(i + 1) % polygon.length] ?? from;
      if (from.y > y === to.y > y) return [];
      return [from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)];
    })
    .sort((a, b) => a - b);
  const intervals: Interval[] = [];
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    intervals.push([Number(crossings[i]), Number(crossings[i + 1])]);
  }
  return intervals;
};

const common = (one: readonly Interval[], other: readonly Interval[]): Interval[] =>
  one.flatMap(([a, b]) =>
    other.flatMap(([c, d]): Interval[] =>
      Math.max(a, c) < Math.min(b, d) ? [[Math.max(a, c), Math.min(b, d)]] : [],
    ),
  );

/** The widest free room between two heights, beside what is drawn upright there. */
const widestFree = (
  polygon: readonly Point[],
  upright: readonly (readonly [Point, Point])[],
  top: number,
  bottom: number,
): Interval | null => {
  let free: Interval[] = [[-Infinity, Infinity]];
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    free = common(free, insideAt(polygon, top + (bottom - top) * share));
  }
  for (const [a, b] of upright) {
    if (Math.max(a.y, b.y) < top || Math.min(a.y, b.y) > bottom) continue;
    const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
    free = common(free, [
      [-Infinity, left - ROOM],
      [right + ROOM, Infinity],
    ]);
  }
  let widest: Interval | null = null;
  for (const interval of free) {
    if (!widest || interval[1] - interval[0] > widest[1] - widest[0]) widest = interval;
  }
  return widest;
};

/**
 * Sets the name and the texts of a piece where there is room for them: below `label`, within the seam
 * line, beside grainline and darts. Where there is none they are smaller.
 */
export const setLabel = (
  piece: Pick<Piece, "label" | "grain" | "darts">,
  seam: readonly Point[],
  texts: PieceTexts,
): Text[] => {
  const { y: top, height } = boxOf(seam);
  const upright = [
    piece.grain,
    ...piece.darts.flatMap(({ inner, outer, point }): [Point, Point][] => [
      [inner, point],
      [outer, point],
    ]),
  ];
  let best: { rows: Row[]; x: number; y: number; width: number } | null = null;
  for (const scale of [1, 0.75, 0.55, 0.4]) {
    const from = Math.max(top + 0.6, piece.label.y + 0.6);
    for (let y = from; y < top + height && !best; y += 0.5) {
      const first = widestFree(seam, upright, y, Math.min(y + 2, top + height));
      const guess = first ? first[1] - first[0] - 2 * ROOM : 0;
      // A name is hard to read in narrow columns.
      if (guess < 5 * scale) continue;
      const rows = rowsOf(texts, Math.min(guess, WIDEST), scale);
      const free = widestFree(seam, upright, y - 0.2, y + heightOf(rows) + 0.2);
      const width = free ? free[1] - free[0] - 2 * ROOM : 0;
      if (!free || width < Math.min(guess, WIDEST) - 1e-6) {
        const narrower = rowsOf(texts, Math.max(1, width), scale);
        const fits = widestFree(seam, upright, y - 0.2, y + heightOf(narrower) + 0.2);
        if (width < 5 * scale || !fits || fits[1] - fits[0] < width + 2 * ROOM - 1e-6) continue;
        best = { rows: narrower, x: (fits[0] + fits[1]) / 2, y, width };
      } else best = { rows, x: (free[0] + free[1]) / 2, y, width };
    }
    if (best) break;
  }
  best ??= { rows: rowsOf(texts, 8, 0.4), ...piece.label, width: 8 };
  let { y } = best;
  const { x } = best;
  return best.rows.map(({ text, size, isBold }) => {
    y += size * LEADING;
    return {
      layer: "label",
      text,
      at: at(x, y - size * (LEADING - 1)),
      anchor: "middle",
      size,
      isBold,
    };
  });
};
