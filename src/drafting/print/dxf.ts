/**
 * Writes pieces for pattern programs: DXF by ASTM D6673 and AAMA-292, which is the ASCII format of AutoCAD
 * Release 12 with fixed layers. Each piece is a block. Header and tables stay empty, as Gerber's reader
 * wants it. A library writes tables and newer entities that these readers do not take.
 */

import {
  angleOf,
  at,
  between,
  distance,
  lengthOf,
  nearestShare,
  type Point,
  pointOn,
} from "../geometry.ts";
import { cuttingLine } from "../outline.ts";
import { notchSpan, type Piece } from "../pattern.ts";
import { notchTicks } from "./draw-piece.ts";
import { boxOf, turnPoint } from "./drawing.ts";
import type { Placement } from "./lay-out.ts";
import type { PieceTexts } from "./piece-label.ts";

/** The layers of ASTM D6673. */
const DXF_LAYERS = {
  boundary: 1,
  turnPoints: 2,
  curvePoints: 3,
  notches: 4,
  mirrorLine: 6,
  grainLine: 7,
  internalLines: 8,
  drillHoles: 13,
  sewLines: 14,
  annotation: 15,
} as const;

type Layer = (typeof DXF_LAYERS)[keyof typeof DXF_LAYERS];

/** Release 12 takes lines of 255 characters. */
const LONGEST = 250;

/**
 * A text in ASCII: other characters are written as `\U+XXXX`, and so are those with a meaning of their own
 * in DXF. A long one is several lines.
 */
export const dxfTexts = (text: string, label: string = ""): string[] => {
  const lines: string[] = [];
  let line = label;
  // What only directs a reader of text, such as U+2066, would be shown as a code.
  const shown = text.replace(/\s+/g, " ").replace(/\p{Cf}/gu, "");
  for (const unit of shown.split("")) {
    const isPlain = unit >= " " && unit <= "~" && !"\\%^".includes(unit);
    const code = unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    const encoded = isPlain ? unit : `\\U+${code}`;
    if (line.length + encoded.length > LONGEST) {
      lines.push(line);
      line = "";
    }
    line += encoded;
  }
  return [...lines, line];
};

const number = (value: number): string => {
  if (!Number.isFinite(value)) throw new RangeError("A drawing has a point that is not finite.");
  return (Math.round(value * 1e4) / 1e4 + 0).toFixed(4);
};

type Pair = readonly [code: number, value: string | number];

const write = (pairs: readonly Pair[]): string =>
  pairs.map(([code, value]) => `${code}\n${value}\n`).join("");

/** Millimetres, y up. */
const place = ({ x, y }: Point): Pair[] => [
  [10, number(x * 10)],
  [20, number(-y * 10)],
];

const point = (layer: Layer, where: Point): Pair[] => [[0, "POINT"], [8, layer], ...place(where)];

const line = (layer: Layer, from: Point, to: Point): Pair[] => [
  [0, "LINE"],
  [8, layer],
  ...place(from),
  [11, number(to.x * 10)],
  [21, number(-to.y * 10)],
];

const polyline = (layer: Layer, points: readonly Point[], isClosed: boolean): Pair[] => [
  [0, "POLYLINE"],
  [8, layer],
  [66, 1],
  [70, isClosed ? 1 : 0],
  ...points.flatMap((where): Pair[] => [[0, "VERTEX"], [8, layer], ...place(where)]),
  [0, "SEQEND"],
  [8, layer],
];

const text = (layer: Layer, where: Point, words: string, height: number): Pair[] => [
  [0, "TEXT"],
  [8, layer],
  ...place(where),
  [40, number(height * 10)],
  [1, words],
];

/** Texts below one another. */
const texts = (layer: Layer, from: Point, lines: readonly string[], height: number): Pair[] =>
  lines.flatMap((words, i) => text(layer, at(from.x, from.y + i * height * 1.6), words, height));

/** A line that turns more sharply has a corner there; the points of curves turn by less. */
const CORNER_DEGREES = 20;

/** Whether a closed line has a corner at a point; the others lie on curves. */
const isCorner = (points: readonly Point[], i: number): boolean => {
  const [before, here, after] = [points.at(i - 1), points[i], points[(i + 1) % points.length]];
  if (!before || !here || !after) return false;
  const turn = ((angleOf(here, after) - angleOf(before, here)) * 180) / Math.PI;
  return Math.abs(((turn + 540) % 360) - 180) > CORNER_DEGREES;
};

/** The point of a closed line that is nearest: at the leg of a dart the boundary turns beside the notch. */
const nearestOn = (boundary: readonly Point[], point: Point): Point => {
  let best = { away: Infinity, foot: point };
  boundary.forEach((to, i) => {
    const from = boundary.at(i - 1) ?? to;
    const foot = between(from, to, nearestShare(from, to, point));
    const away = distance(foot, point);
    if (away < best.away) best = { away, foot };
  });
  return best.foot;
};

/** The fold, as far as the boundary goes along it. */
const mirrorLineOf = ({ edges, cut }: Piece, boundary: readonly Point[]): Pair[] => {
  const fold = cut.onFold ? edges.find(({ name }) => name === "fold")?.curves[0] : undefined;
  if (!fold) return [];
  const along = boundary.filter(({ x }) => Math.abs(x - fold[0].x) < 1e-6);
  const ys = [fold[0], fold[3], ...along].map(({ y }) => y);
  const end = (y: number) => at(fold[0].x, y);
  return line(DXF_LAYERS.mirrorLine, end(Math.max(...ys)), end(Math.min(...ys)));
};

/** The seam line as points: curves in parts of at most half a centimetre. */
const traceSeam = ({ edges }: Piece): Point[] =>
  edges.flatMap(({ curves }) =>
    curves.flatMap((curve) => {
      const parts = Math.max(1, Math.min(64, Math.ceil(lengthOf(curve) / 0.5)));
      return Array.from({ length: parts }, (_, i) => pointOn(curve, i / parts));
    }),
  );

const blockName = (piece: Piece): string =>
  piece.name.toUpperCase().replace(/[^A-Z0-9]+/g, "_") || "PIECE";

/** The names of blocks, which are all different. */
const blockNames = (pieces: readonly Piece[]): string[] =>
  pieces.map((piece, i) => {
    const name = blockName(piece);
    const isTaken = pieces.slice(0, i).some((other) => blockName(other) === name);
    return isTaken ? `${name}_${i + 1}` : name;
  });

const blockOf = (piece: Piece, name: string, { name: title, lines }: PieceTexts): Pair[] => {
  const { notches, darts, guides, grain, edges, cut, label } = piece;
  const seam = traceSeam(piece);
  const hasAllowance = edges.some(({ allowance }) => allowance > 0);
  const boundary = hasAllowance ? cuttingLine(edges).slice(0, -1) : seam;
  return [
    [0, "BLOCK"],
    [8, DXF_LAYERS.boundary],
    [2, name],
    [70, 0],
    ...place(at(0, 0)),
    ...polyline(DXF_LAYERS.boundary, boundary, true),
    ...boundary.flatMap((where, i) =>
      point(isCorner(boundary, i) ? DXF_LAYERS.turnPoints : DXF_LAYERS.curvePoints, where),
    ),
    ...notches.flatMap((notch) =>
      // A mark outside of the piece begins at the boundary with its inner end.
      notchTicks(piece, notch).flatMap(([outer, inner]) => {
        const edge = edges.find(({ name: own }) => own === notch.edge);
        const isWithin = notchSpan(edge?.allowance ?? 0)[0] === -(edge?.allowance ?? 0);
        return point(DXF_LAYERS.notches, nearestOn(boundary, isWithin ? outer : inner));
      }),
    ),
    ...line(DXF_LAYERS.grainLine, grain[1], grain[0]),
    ...mirrorLineOf(piece, boundary),
    ...darts.flatMap((dart) => [
      ...polyline(DXF_LAYERS.internalLines, [dart.inner, dart.point, dart.outer], false),
      ...point(DXF_LAYERS.drillHoles, dart.point),
    ]),
    ...guides.flatMap((curves) => {
      const points = curves.flatMap((curve, k) =>
        [0, 1, 2, 3, 4, 5, 6, 7, 8].slice(k === 0 ? 0 : 1).map((i) => pointOn(curve, i / 8)),
      );
      return polyline(DXF_LAYERS.internalLines, points, false);
    }),
    ...(hasAllowance ? polyline(DXF_LAYERS.sewLines, seam, true) : []),
    ...texts(
      DXF_LAYERS.boundary,
      // Below the line at which labels begin.
      at(label.x, label.y + 1),
      [
        ...dxfTexts(title, "Piece Name: "),
        "Size: 1",
        `Quantity: ${cut.count}`,
        ...lines.flatMap((words) => dxfTexts(words, "Annotation: ")),
      ],
      0.4,
    ),
    [0, "ENDBLK"],
    [8, DXF_LAYERS.boundary],
  ];
};

/** Where a block is inserted, so that the piece lies where the layout has it. */
const insertOf = (name: string, outline: readonly Point[], { x, y, turn }: Placement): Pair[] => {
  const box = boxOf(outline.map((one) => turnPoint(one, turn)));
  return [
    [0, "INSERT"],
    [8, DXF_LAYERS.boundary],
    [2, name],
    ...place(at(x - box.x, y - box.y)),
    [50, number((360 - turn) % 360)],
  ];
};

interface DxfPiece {
  readonly piece: Piece;
  readonly texts: PieceTexts;
  readonly outline: readonly Point[];
  readonly placement: Placement;
}

/** @param title the name of the style */
export const writeDxf = (pieces: readonly DxfPiece[], title: string): string => {
  const names = blockNames(pieces.map(({ piece }) => piece));
  const style = [...dxfTexts(title, "Style Name: "), "Sample Size: 1", "Units: METRIC"];
  const pairs: Pair[] = [
    [0, "SECTION"],
    [2, "HEADER"],
    [0, "ENDSEC"],
    [0, "SECTION"],
    [2, "BLOCKS"],
    ...pieces.flatMap(({ piece, texts: own }, i) => blockOf(piece, names[i] ?? "", own)),
    [0, "ENDSEC"],
    [0, "SECTION"],
    [2, "ENTITIES"],
    ...pieces.flatMap(({ outline, placement }, i) => insertOf(names[i] ?? "", outline, placement)),
    ...texts(DXF_LAYERS.boundary, at(0, -4), style, 0.4),
    [0, "ENDSEC"],
    [0, "EOF"],
  ];
  return write(pairs);
};
