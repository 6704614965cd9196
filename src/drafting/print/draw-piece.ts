import {
  add,
  angleOf,
  between,
  type Cubic,
  direction,
  distance,
  type Point,
  pointOn,
  quarterTurn,
  subtract,
  tangentOn,
  times,
} from "../geometry.ts";
import { cuttingLine } from "../outline.ts";
import { isMouth, type NamedEdge, type Notch, notchSpan, type Piece } from "../pattern.ts";
import type { SewnDart } from "../truing.ts";
import {
  boxOf,
  type Drawing,
  type Line,
  lineOf,
  mapDrawing,
  pointsOf,
  polyline,
  type Text,
  type Turn,
  turnPoint,
} from "./drawing.ts";
import { type PieceTexts, setLabel } from "./piece-label.ts";

export interface DrawnPiece {
  readonly name: string;
  readonly drawing: Drawing;
  /** The cutting line, along which nothing else may lie. */
  readonly outline: readonly Point[];
}

/** Between the two marks of a double notch. */
const NOTCH_GAP = 0.6;
/** Where the awl goes, before the dart's point. */
const AWL = 1;
const SMALL = 0.36;

const arrowHead = (from: Point, to: Point): Line => {
  const along = direction(from, to);
  const back = add(to, times(along, -0.6));
  const aside = times(quarterTurn(along), 0.25);
  return polyline("grain", [add(back, aside), to, add(back, times(aside, -1))]);
};

/** The turn of a text that is never upside down: more than -90 and at most 90 degrees. */
const upright = (degrees: number): number => {
  const turned = ((((degrees + 90) % 180) + 180) % 180) - 90;
  return Math.abs(turned + 90) < 1e-9 ? -90 : turned;
};

/** A line of text beside a line. @param side where the text stands: towards it */
const textAlong = (
  layer: Text["layer"],
  text: string,
  [from, to]: readonly [Point, Point],
  side: Point,
): Text[] => {
  if (!text) return [];
  const turn = upright((angleOf(from, to) * 180) / Math.PI);
  const radians = (turn * Math.PI) / 180;
  // From the baseline to the upper edge of the letters.
  const up = { x: Math.sin(radians), y: -Math.cos(radians) };
  const isAbove = up.x * side.x + up.y * side.y > 0;
  const at = add(between(from, to, 0.5), times(side, isAbove ? 0.2 : SMALL + 0.1));
  return [{ layer, text, at, anchor: "middle", size: SMALL, turn }];
};

const drawGrain = ({ grain: [top, bottom] }: Piece, text: string): Drawing => ({
  lines: [polyline("grain", [top, bottom]), arrowHead(bottom, top), arrowHead(top, bottom)],
  texts: textAlong("grain", text, [top, bottom], quarterTurn(direction(top, bottom))),
});

/** A bracket along the edge that is laid on the fold of the cloth. */
const drawFold = ({ edges, cut }: Piece, text: string): Drawing => {
  const fold = cut.onFold ? edges.find(({ name }) => name === "fold") : undefined;
  const start = fold?.curves[0]?.[0];
  const end = fold?.curves.at(-1)?.[3];
  if (!start || !end) return { lines: [], texts: [] };
  const along = direction(start, end);
  const inward = quarterTurn(along);
  const room = Math.min(6, distance(start, end) / 4);
  const [from, to] = [add(start, times(along, room)), add(end, times(along, -room))];
  const [a, b] = [add(from, inward), add(to, inward)];
  const head = (point: Point): Line => ({
    ...arrowHead(add(point, inward), add(point, times(inward, 0.05))),
    layer: "fold",
  });
  return {
    lines: [polyline("fold", [from, a, b, to]), head(from), head(to)],
    texts: textAlong("fold", text, [a, b], inward),
  };
};

const drawDart = ({ inner, outer, point, cap, centre }: SewnDart): Line[] => {
  const hole = add(point, times(direction(point, centre), AWL));
  const cross = (along: Point): Line =>
    polyline("dart", [add(hole, times(along, -0.2)), add(hole, times(along, 0.2))]);
  return [
    polyline("dart", [inner, point, outer]),
    polyline("guide", [cap, point]),
    cross({ x: 1, y: 0 }),
    cross({ x: 0, y: 1 }),
  ];
};

/** The direction into the piece at a point of its edge, which runs clockwise. Beside a dart it is that of the seam. */
const inwardAt = (piece: Piece, { curves }: NamedEdge, point: Point): Point => {
  let best = { away: Infinity, inward: { x: 0, y: 0 } };
  for (const curve of curves.filter((each) => !isMouth(piece, each))) {
    for (let i = 0; i <= 32; i++) {
      const away = distance(pointOn(curve, i / 32), point);
      if (away < best.away) best = { away, inward: quarterTurn(tangentOn(curve, i / 32)) };
    }
  }
  return best.inward;
};

/** The ticks of a notch, each from the cutting line inward. One that is double has two. */
export const notchTicks = (
  piece: Piece,
  { edge: name, at, isDouble }: Notch,
): readonly (readonly [Point, Point])[] => {
  const edge = piece.edges.find((one) => one.name === name);
  if (!edge) return [];
  const inward = inwardAt(piece, edge, at);
  const [from, to] = notchSpan(edge.allowance);
  return (isDouble ? [-NOTCH_GAP / 2, NOTCH_GAP / 2] : [0]).map((shift) => {
    const foot = add(at, times(quarterTurn(inward), shift));
    return [add(foot, times(inward, from)), add(foot, times(inward, to))] as const;
  });
};

/** The seam line of a piece, all of it. */
const seamOf = ({ edges }: Piece): Cubic[] => edges.flatMap(({ curves }) => [...curves]);

/**
 * The cutting line as a line: the offset of the seam line. Without allowances it is the seam line itself.
 */
const cutLine = (piece: Piece): Line =>
  piece.edges.every(({ allowance }) => allowance === 0)
    ? lineOf("cut", seamOf(piece), true)
    : polyline("cut", cuttingLine(piece.edges).slice(0, -1), true);

/** A piece as layers of lines and texts, in its own frame. */
export const drawPiece = (piece: Piece, texts: PieceTexts): DrawnPiece => {
  const cut = cutLine(piece);
  const seam = lineOf("seam", seamOf(piece), true);
  const grain = drawGrain(piece, texts.grain);
  const fold = drawFold(piece, texts.fold);
  const hasAllowance = piece.edges.some(({ allowance }) => allowance > 0);
  const drawing: Drawing = {
    lines: [
      ...piece.guides.map((curves) => lineOf("guide", curves)),
      ...(hasAllowance ? [seam] : []),
      ...piece.darts.flatMap(drawDart),
      ...grain.lines,
      ...fold.lines,
      ...piece.notches.flatMap((notch) =>
        notchTicks(piece, notch).map((tick) => polyline("notch", tick)),
      ),
      cut,
    ],
    texts: [...setLabel(piece, pointsOf(seam), texts), ...grain.texts, ...fold.texts],
  };
  return { name: piece.name, drawing, outline: pointsOf(cut) };
};

/** Upright after a turn: what would be upside down is turned round its own middle, and a label as a whole. */
const turnTexts = (texts: readonly Text[], turn: Turn): Text[] => {
  const label = texts.filter(({ layer }) => layer === "label");
  const { y, height } = boxOf(label.flatMap(({ at, size }) => [at, add(at, { x: 0, y: -size })]));
  return texts.map((text) => {
    const before = text.turn ?? 0;
    const after = upright(before + turn);
    const isFlipped = Math.abs(Math.abs(after - before - turn) - 180) < 1e-6;
    if (!isFlipped) return { ...text, turn: after };
    const radians = (before * Math.PI) / 180;
    const up = { x: Math.sin(radians), y: -Math.cos(radians) };
    const middle =
      text.layer === "label"
        ? { x: text.at.x, y: y + height / 2 }
        : add(text.at, times(up, text.size * 0.35));
    return { ...text, turn: after, at: add(text.at, times(subtract(middle, text.at), 2)) };
  });
};

/** The piece turned, its outline beginning at 0, 0 to the left and above. Texts stay upright. */
export const turnPiece = ({ name, drawing, outline }: DrawnPiece, turn: Turn): DrawnPiece => {
  const { x, y } = boxOf(outline.map((point) => turnPoint(point, turn)));
  const move = (point: Point): Point => add(turnPoint(point, turn), { x: -x, y: -y });
  return {
    name,
    outline: outline.map(move),
    drawing: mapDrawing({ lines: drawing.lines, texts: turnTexts(drawing.texts, turn) }, move),
  };
};

/** A piece whose cutting line is its seam line, as blocks are drawn in lessons. */
export const withoutAllowance = (piece: Piece): Piece => ({
  ...piece,
  edges: piece.edges.map((edge) => ({ ...edge, allowance: 0 })),
});
