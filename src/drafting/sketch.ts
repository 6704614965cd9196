/**
 * A draft as it is shown on a screen: paths of SVG, and lengths. It is worked out where drafts are, away from the
 * page, which only shows it. All lengths are in centimetres.
 */

import { type BlockOption, type DraftProblem, isAllowance, type NumberOption } from "./block.ts";
import { BLOCKS, type DraftRequest, draftBlock, GARMENTS, loadBlock } from "./draft.ts";
import { edgeOptions } from "./edge-allowances.ts";
import {
  add,
  type Cubic,
  direction,
  distance,
  type Point,
  pointOn,
  quarterTurn,
  times,
} from "./geometry.ts";
import { cuttingLine } from "./outline.ts";
import {
  isMouth,
  type NamedEdge,
  type Notch,
  notchSpan,
  type Pattern,
  type Piece,
  type SewingStep,
  sewnLength,
  timesOf,
} from "./pattern.ts";

/** Between the two marks of a double notch. */
const NOTCH_GAP = 0.6;
/** The arrow heads of the grainline. */
const ARROW = 1.2;
/** Points that are one and the same. */
const SAME = 0.001;

/** The lines of a piece by kind, each the data of a path. */
interface PieceLines {
  readonly seam: string;
  readonly cutting: string;
  readonly fold: string;
  readonly darts: string;
  /** Where darts are folded. */
  readonly dartCentres: string;
  readonly guides: string;
  readonly notches: string;
  readonly grain: string;
}

export interface SketchedPiece extends Pick<Piece, "name" | "cut" | "label" | "isFused"> {
  readonly allowances: {
    /** Of most edges. */
    readonly seam: number;
    /** Null where the piece has none. */
    readonly hem: number | null;
    /** The edges that have another one. */
    readonly others: readonly { readonly edge: string; readonly allowance: number }[];
  };
  readonly lines: PieceLines;
  /** What it covers, with its allowances. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The upright line at which two drafts of the piece lie over each other. */
  readonly anchor: number;
  /** The edges, with the darts sewn shut. */
  readonly lengths: readonly { readonly edge: string; readonly length: number }[];
  readonly darts: readonly { readonly width: number; readonly length: number }[];
}

export interface Sketch {
  readonly pieces: readonly SketchedPiece[];
  /** What the garment measures round, by name, such as `waist`. */
  readonly girths: Readonly<Record<string, number>>;
  /** How long the opening for a zip is; null without one. */
  readonly zip: number | null;
  /** The order of sewing. Blocks have none. */
  readonly sewing: readonly SewingStep[];
}

export interface SketchAnswer {
  /** Null when something is missing, or does not go together. */
  readonly sketch: Sketch | null;
  readonly problems: readonly DraftProblem[];
  readonly options: readonly BlockOption[];
  /** The allowances of single edges. None while nothing can be drafted. */
  readonly edges: readonly NumberOption[];
}

/** A block or a garment as a form lists it. */
export interface BlockChoice {
  readonly id: string;
  readonly isGarment: boolean;
}

const short = (value: number): number => Math.round(value * 100) / 100;
const place = ({ x, y }: Point): string => `${short(x)} ${short(y)}`;

const polyline = (points: readonly Point[]): string => `M${points.map(place).join("L")}`;

/** Curves that may follow each other or not. */
const pathOf = (curves: readonly Cubic[]): string => {
  let last: Point | null = null;
  let path = "";
  for (const [from, one, other, to] of curves) {
    if (!last || distance(last, from) > SAME) path += `M${place(from)}`;
    path += `C${place(one)} ${place(other)} ${place(to)}`;
    last = to;
  }
  return path;
};

/** The direction of an edge at the point of it that is nearest. Beside a dart it is that of the seam. */
const directionAt = (piece: Piece, { curves }: NamedEdge, point: Point): Point => {
  let best = { apart: Number.POSITIVE_INFINITY, way: { x: 1, y: 0 } };
  for (const curve of curves.filter((each) => !isMouth(piece, each))) {
    for (let i = 0; i < 24; i++) {
      const [from, to] = [pointOn(curve, i / 24), pointOn(curve, (i + 1) / 24)];
      const middle = times(add(from, to), 0.5);
      const apart = distance(middle, point);
      if (apart < best.apart) best = { apart, way: direction(from, to) };
    }
  }
  return best.way;
};

const notchPath = (piece: Piece, { edge: name, at, isDouble }: Notch): string => {
  const edge = piece.edges.find((each) => each.name === name);
  if (!edge) return "";
  const way = directionAt(piece, edge, at);
  const inward = quarterTurn(way);
  const [from, to] = notchSpan(edge.allowance);
  const marks = isDouble ? [-NOTCH_GAP / 2, NOTCH_GAP / 2] : [0];
  return marks
    .map((shift) => add(at, times(way, shift)))
    .map((mark) => polyline([add(mark, times(inward, from)), add(mark, times(inward, to))]))
    .join("");
};

const grainPath = ([top, bottom]: Piece["grain"]): string => {
  const way = direction(top, bottom);
  const head = (tip: Point, sign: number) => {
    const back = add(tip, times(way, ARROW * sign));
    const across = times(quarterTurn(way), ARROW * 0.4);
    return polyline([add(back, across), tip, add(back, times(across, -1))]);
  };
  return polyline([top, bottom]) + head(top, 1) + head(bottom, -1);
};

/** A piece without a fold lies by its grainline. */
const anchorOf = ({ edges, grain }: Piece): number => {
  const edge =
    edges.find(({ name }) => name === "fold") ?? edges.find(({ name }) => name === "centre");
  const ends = edge?.curves.flatMap((curve) => [curve[0], curve[3]]) ?? [grain[0]];
  return ends.reduce((upper, end) => (end.y < upper.y ? end : upper)).x;
};

const allowancesOf = ({ edges }: Piece): SketchedPiece["allowances"] => {
  const seams = edges.filter(({ name, isHem }) => !isHem && name !== "fold");
  const often = (wanted: number): number =>
    seams.filter(({ allowance }) => allowance === wanted).length;
  // The wider of two that are as frequent.
  const [seam = 0] = seams
    .map(({ allowance }) => allowance)
    .sort((a, b) => often(b) - often(a) || b - a);
  return {
    seam,
    hem: edges.find(({ isHem }) => isHem)?.allowance ?? null,
    others: seams
      .filter(({ allowance }) => allowance !== seam)
      .map(({ name, allowance }) => ({ edge: name, allowance })),
  };
};

/** The opening for a zip: from the waist to its notch. */
const zipOf = (pieces: readonly Piece[]): number | null => {
  for (const { edges, notches } of pieces) {
    const notch = notches.find(({ name }) => name === "zip");
    const edge = edges.find(({ name }) => name === notch?.edge);
    if (!notch || !edge) continue;
    const top = Math.min(...edge.curves.flatMap((curve) => [curve[0].y, curve[3].y]));
    return notch.at.y - top;
  }
  return null;
};

const sketchPiece = (piece: Piece): SketchedPiece => {
  const { edges, darts, guides, notches } = piece;
  const cutting = cuttingLine(edges);
  const points = [...cutting, ...edges.flatMap(({ curves }) => curves.flat())];
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return {
    name: piece.name,
    cut: piece.cut,
    label: piece.label,
    allowances: allowancesOf(piece),
    ...(piece.isFused && { isFused: true }),
    lines: {
      seam: pathOf(edges.flatMap(({ curves }) => curves)),
      cutting: polyline(cutting),
      fold: pathOf(edges.filter(({ name }) => name === "fold").flatMap(({ curves }) => curves)),
      darts: darts.map(({ inner, point, outer }) => polyline([inner, point, outer])).join(""),
      dartCentres: darts.map(({ cap, point }) => polyline([cap, point])).join(""),
      guides: guides.map(pathOf).join(""),
      notches: notches.map((notch) => notchPath(piece, notch)).join(""),
      grain: grainPath(piece.grain),
    },
    left,
    top,
    width: Math.max(...xs) - left,
    height: Math.max(...ys) - top,
    anchor: anchorOf(piece),
    lengths: edges.map((edge) => ({ edge: edge.name, length: sewnLength(piece, edge) })),
    darts: darts.map(({ inner, outer, point }) => ({
      width: distance(inner, outer),
      length: distance(point, times(add(inner, outer), 0.5)),
    })),
  };
};

/** A waistband lies on the waist of other pieces. */
const isOnBody = ({ name }: Piece): boolean => !name.startsWith("waistband");

const girthsOf = ({ pieces, girths }: Pattern): Record<string, number> => {
  const parts = pieces
    .filter(isOnBody)
    .flatMap((piece) =>
      piece.edges
        .filter(({ name }) => name === "waist")
        .map((edge) => timesOf(piece) * sewnLength(piece, edge)),
    );
  const waist = parts.reduce((sum, part) => sum + part, 0);
  return { ...(parts.length > 0 && { waist }), ...girths };
};

const sketchOf = (pattern: Pattern): Sketch => ({
  pieces: pattern.pieces.map(sketchPiece),
  girths: girthsOf(pattern),
  zip: zipOf(pattern.pieces),
  sewing: pattern.sewing ?? [],
});

/** Drafts a block or a garment for a screen. @throws what `loadBlock` throws */
export const sketchDraft = async (request: DraftRequest): Promise<SketchAnswer> => {
  const block = await loadBlock(request.block);
  const { pattern, problems } = draftBlock(block, request);
  const { options } = block;
  // An allowance that cannot be drafted has a field in which it is mended.
  const others = Object.entries(request.options).filter(
    ([name]) => !isAllowance(name) || options.some((option) => option.name === name),
  );
  const plain =
    pattern ?? draftBlock(block, { ...request, options: Object.fromEntries(others) }).pattern;
  const edges = plain ? edgeOptions(plain) : [];
  return { sketch: pattern && sketchOf(pattern), problems, options, edges };
};

/** All blocks, in the order of the lessons, and then all garments. */
export const listBlocks = (_: null): readonly BlockChoice[] => [
  ...BLOCKS.map(({ id }) => ({ id, isGarment: false })),
  ...GARMENTS.map(({ id }) => ({ id, isGarment: true })),
];
