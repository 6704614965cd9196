import { getStrokeOutlinePoints, getStrokePoints } from "perfect-freehand";
import type { DrawnPage, Ink, Point, Shape } from "../contract/drawing.ts";
import { DRAWING_WIDTH } from "../lib/drawing-width.ts";
import { escapeXml } from "../lib/escape-xml.ts";
import {
  type Caption,
  captionAround,
  captionAt,
  LINE_HEIGHT,
  TEXT_SIZE,
  textWidth,
} from "./drawing-text.ts";
import { distance, type LengthFormat, scaleOf } from "./drawn-length.ts";

/** The width of lines and pen strokes, in units of a drawing. */
export const LINE_WIDTH = 45;
/** The width of the white edge around all that is drawn, which keeps it readable on any photo. */
export const HALO_WIDTH = 18;

/** The colours of the inks. All have a contrast of at least 4.5 with their white edge. */
export const INK_COLOURS: Readonly<Record<Ink, string>> = {
  red: "#c8102e",
  blue: "#0b50c8",
  green: "#0b7032",
  black: "#161616",
};

/** What is to be painted for a shape. */
export interface Mark {
  readonly ink: Ink;
  /** SVG path data of areas to fill; only M, L, Q and Z, in whole units. None for a text. */
  readonly paths: readonly string[];
  /** SVG path data of lines to paint as wide as a pen, with round ends; only M and L, in whole units. Absent: none. */
  readonly lines?: readonly string[];
  readonly caption: Caption | null;
  /** Whether the caption stands on the area, and so is white. */
  readonly isOnArea?: boolean;
}

/** The radius of a pin: its number has two digits at most, as a rule. */
export const PIN_RADIUS = 0.85 * TEXT_SIZE;
/** As many curves make a circle. */
const CURVES = 8;

const HEAD_LENGTH = 260;
const HEAD_WIDTH = 200;
const TICK_LENGTH = 220;

const whole = (value: number): number => Math.round(value) + 0;
const pair = (x: number, y: number): string => `${whole(x)} ${whole(y)}`;

/** The unit vector from one point to another; to the right if they are the same. */
const directionFrom = (from: Point, to: Point): Point => {
  const length = distance(from, to);
  return length > 0 ? { x: (to.x - from.x) / length, y: (to.y - from.y) / length } : { x: 1, y: 0 };
};

const along = (start: Point, direction: Point, length: number): Point => ({
  x: start.x + direction.x * length,
  y: start.y + direction.y * length,
});

/** A straight line with round ends. */
const bar = (from: Point, to: Point, direction: Point): string => {
  const radius = LINE_WIDTH / 2;
  const side = { x: -direction.y, y: direction.x };
  const corner = (end: Point, forwards: number, sideways: number): string => {
    const { x, y } = along(along(end, direction, forwards * radius), side, sideways * radius);
    return pair(x, y);
  };
  return [
    `M${corner(from, 0, 1)}L${corner(to, 0, 1)}`,
    `Q${corner(to, 1, 1)} ${corner(to, 1, 0)}Q${corner(to, 1, -1)} ${corner(to, 0, -1)}`,
    `L${corner(from, 0, -1)}`,
    `Q${corner(from, -1, -1)} ${corner(from, -1, 0)}Q${corner(from, -1, 1)} ${corner(from, 0, 1)}Z`,
  ].join("");
};

const line = (from: Point, to: Point): string => bar(from, to, directionFrom(from, to));

const arrow = (from: Point, to: Point): string[] => {
  const length = distance(from, to);
  const direction = directionFrom(from, to);
  // A short arrow has a smaller head, so that it still points somewhere.
  const size = Math.min(1, Math.max(0.4, length / (2 * HEAD_LENGTH)));
  const neck = along(to, direction, -Math.min(length, HEAD_LENGTH * size * 0.8));
  const base = along(to, direction, -HEAD_LENGTH * size);
  const side = { x: -direction.y, y: direction.x };
  const left = along(base, side, (HEAD_WIDTH * size) / 2);
  const right = along(base, side, (-HEAD_WIDTH * size) / 2);
  const head = `M${pair(to.x, to.y)}L${pair(right.x, right.y)}L${pair(left.x, left.y)}Z`;
  return [bar(from, neck, direction), head];
};

const ruler = (from: Point, to: Point): string[] => {
  const direction = directionFrom(from, to);
  const side = { x: -direction.y, y: direction.x };
  const tick = (end: Point): string =>
    line(along(end, side, TICK_LENGTH / 2), along(end, side, -TICK_LENGTH / 2));
  return [bar(from, to, direction), tick(from), tick(to)];
};

const disc = ({ x, y }: Point): string => {
  const at = (part: number, radius: number): string => {
    const angle = (2 * Math.PI * part) / CURVES;
    return pair(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  };
  // The control points of the curves lie outside of the circle.
  const outside = PIN_RADIUS / Math.cos(Math.PI / CURVES);
  const curves = Array.from(
    { length: CURVES },
    (_, part) => `Q${at(part + 0.5, outside)} ${at(part + 1, PIN_RADIUS)}`,
  );
  return `M${at(0, PIN_RADIUS)}${curves.join("")}Z`;
};

/** The length beside the middle of a measured line: above it, or to its right. */
const lengthBeside = (from: Point, to: Point, text: string): Caption => {
  const direction = directionFrom(from, to);
  const upright = { x: -direction.y, y: direction.x };
  const isUp = upright.y < 0 || (upright.y === 0 && upright.x > 0);
  const side = isUp ? upright : { x: -upright.x, y: -upright.y };
  const reach =
    Math.abs(side.x) * (textWidth(text) / 2) + Math.abs(side.y) * (TEXT_SIZE / 2) + LINE_WIDTH * 2;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  return captionAround(along(middle, side, reach), text);
};

/** The points of a pen stroke without those that repeat the one before. */
const pointsOf = (numbers: readonly number[]): [number, number][] => {
  const points: [number, number][] = [];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const [x = 0, y = 0] = [numbers[index], numbers[index + 1]];
    const last = points.at(-1);
    if (!last || last[0] !== x || last[1] !== y) points.push([x, y]);
  }
  return points;
};

/** The length of a pen stroke. */
const inkOf = (points: readonly [number, number][]): number =>
  points.reduce((sum, [x, y], at) => {
    const [fromX, fromY] = points[at - 1] ?? [x, y];
    return sum + Math.hypot(x - fromX, y - fromY);
  }, 0);

const PEN = {
  // The library draws a little thinner.
  size: LINE_WIDTH * 1.1,
  thinning: 0,
  smoothing: 0.5,
  streamline: 0.3,
  simulatePressure: false,
} as const;

/**
 * The points of one piece of a pen stroke. Painting takes quadratic time where a line crosses itself: a
 * scribble took 47 seconds as one area, and takes 2 in pieces.
 */
const PIECE = 100;

const smooth = (outline: readonly [number, number][]): string => {
  const [first = [0, 0]] = outline;
  let path = `M${pair(first[0], first[1])}`;
  // The corners are control points, so the outline is smooth.
  for (const [index, [x, y]] of outline.entries()) {
    const [nextX, nextY] = outline[index + 1] ?? first;
    path += `Q${pair(x, y)} ${pair((x + nextX) / 2, (y + nextY) / 2)}`;
  }
  return `${path}Z`;
};

/**
 * The areas of a pen stroke. They overlap a little.
 * @param isComplete false while the hand still draws: the end of the line follows a little behind
 */
export const penPaths = (numbers: readonly number[], isComplete = true): string[] => {
  const points = pointsOf(numbers);
  const [start] = points;
  if (!start) return [];
  if (points.length === 1) {
    const dot = { x: start[0], y: start[1] };
    return [line(dot, dot)];
  }
  const options = { ...PEN, last: isComplete };
  const stroke = getStrokePoints(points, options);
  const paths: string[] = [];
  for (let at = 0; at === 0 || at + 1 < stroke.length; at += PIECE) {
    paths.push(smooth(getStrokeOutlinePoints(stroke.slice(at, at + PIECE + 1), options)));
  }
  return paths;
};

/** A drawing with more points or ink than this is painted plainly: each sharp corner is two dozen curves else. */
const MANY_POINTS = 600;
const MUCH_INK = 600_000;
/** The side of the squares in which a line is painted once. */
const CELL = LINE_WIDTH / 4;
/** The most straight lines of one path. */
const STEPS = 10;

/**
 * A pen stroke as straight lines, which take a third of the time of areas. Those that lie on ink of the same stroke or
 * below that of another are left out, so that their number is limited by the ink's area.
 * @param inked the squares with ink of this stroke and of those above it
 */
const plainPenLines = (numbers: readonly number[], inked: Set<number>): string[] => {
  const points = pointsOf(numbers).map(([x, y]): Point => ({ x, y }));
  const lines: string[] = [];
  let steps = STEPS;
  for (const [at, to] of points.entries()) {
    const from = points[at - 1] ?? to;
    const length = distance(from, to);
    const direction = directionFrom(from, to);
    const before = inked.size;
    for (let step = 0; step <= Math.ceil(length / CELL); step += 1) {
      const { x, y } = along(from, direction, Math.min(step * CELL, length));
      inked.add(Math.floor(x / CELL) * 100_000 + Math.floor(y / CELL));
    }
    if (inked.size === before) {
      steps = STEPS;
    } else if (steps === STEPS) {
      lines.push(`M${pair(from.x, from.y)}L${pair(to.x, to.y)}`);
      steps = 1;
    } else {
      lines.push(`${lines.pop()}L${pair(to.x, to.y)}`);
      steps += 1;
    }
  }
  return lines;
};

/**
 * What is to be painted for a shape.
 * @param scale the page's millimetres to a unit, as `scaleOf` tells; null if it is unknown
 */
export const markOf = (shape: Shape, scale: number | null, format: LengthFormat): Mark => {
  const { ink } = shape;
  switch (shape.kind) {
    case "pen":
      return { ink, paths: penPaths(shape.points), caption: null };
    case "line":
      return { ink, paths: [line(shape.from, shape.to)], caption: null };
    case "arrow":
      return { ink, paths: arrow(shape.from, shape.to), caption: null };
    case "text":
      return { ink, paths: [], caption: captionAt(shape.at, shape.text) };
    case "pin": {
      const { at, number } = shape;
      return { ink, paths: [disc(at)], caption: captionAround(at, `${number}`), isOnArea: true };
    }
    case "measure": {
      const { from, to } = shape;
      const mm = shape.mm ?? (scale === null ? null : distance(from, to) * scale);
      const caption = mm === null ? null : lengthBeside(from, to, format(mm));
      return { ink, paths: ruler(from, to), caption };
    }
  }
};

/** What is to be painted on a page, the first shape lowest. */
export const marksOf = ({ shapes }: Pick<DrawnPage, "shapes">, format: LengthFormat): Mark[] => {
  const scale = scaleOf(shapes);
  const strokes = shapes.flatMap((shape) => (shape.kind === "pen" ? [pointsOf(shape.points)] : []));
  const points = strokes.reduce((sum, { length }) => sum + length, 0);
  const ink = strokes.reduce((sum, stroke) => sum + inkOf(stroke), 0);
  if (points <= MANY_POINTS && ink <= MUCH_INK) {
    return shapes.map((shape) => markOf(shape, scale, format));
  }
  const inked = new Set<number>();
  return shapes
    .toReversed()
    .map((shape) =>
      shape.kind === "pen"
        ? { ink: shape.ink, paths: [], lines: plainPenLines(shape.points, inked), caption: null }
        : markOf(shape, scale, format),
    )
    .reverse();
};

/** The first font is the one that the server brings along; systems have the others. */
export const DRAWING_FONTS = '"DejaVu Sans", "Noto Sans", Arial, sans-serif';

const captionSvg = ({ x, y, lines, anchor, direction }: Caption, colour: string): string =>
  lines
    .map(
      (line, index) =>
        `<text x="${x}" y="${y + index * LINE_HEIGHT}" fill="${colour}" direction="${direction}" text-anchor="${anchor}">${escapeXml(line)}</text>`,
    )
    .join("");

/** The white edge lies below all areas of a mark, as they overlap. */
const markSvg = ({ ink, paths, lines = [], caption, isOnArea }: Mark): string => {
  const colour = INK_COLOURS[ink];
  const strokes = (width: number, stroke: string) =>
    lines.length > 0
      ? `<g fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round">${lines.map((path) => `<path d="${path}"/>`).join("")}</g>`
      : "";
  const edges = paths.map((path) => `<path d="${path}" fill="none"/>`);
  const areas = paths.map((path) => `<path d="${path}" fill="${colour}" stroke="none"/>`);
  return (
    [
      strokes(LINE_WIDTH + 2 * HALO_WIDTH, "#fff"),
      strokes(LINE_WIDTH, colour),
      ...edges,
      ...areas,
    ].join("") + (caption ? captionSvg(caption, isOnArea ? "#fff" : colour) : "")
  );
};

/**
 * An SVG of what is drawn on a page, transparent elsewhere, for a picture of this many pixels.
 * @param top where the picture begins, in units, if it is a part of the page
 */
export const drawingSvg = (
  marks: readonly Mark[],
  { width, height }: { width: number; height: number },
  top = 0,
): string => {
  const unitsHigh = Math.round((DRAWING_WIDTH * height) / width);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`,
    ` viewBox="0 ${top} ${DRAWING_WIDTH} ${unitsHigh}" preserveAspectRatio="none">`,
    `<g font-family="${escapeXml(DRAWING_FONTS)}" font-weight="bold" font-size="${TEXT_SIZE}"`,
    ` stroke="#fff" stroke-width="${2 * HALO_WIDTH}" stroke-linejoin="round" paint-order="stroke">`,
    ...marks.map(markSvg),
    "</g></svg>",
  ].join("");
};
