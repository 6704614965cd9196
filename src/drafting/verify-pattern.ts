/**
 * Checks that a drafted pattern can be sewn. It is the test of all blocks: it knows nothing of any of them.
 * All lengths are in centimetres.
 */

import {
  areaOf,
  between,
  type Cubic,
  crossesItself,
  distance,
  nearestShare,
  type Point,
} from "./geometry.ts";
import { cuttingLine, flatten } from "./outline.ts";
import {
  type EdgeOf,
  isMouth,
  type NamedEdge,
  type Notch,
  type Pattern,
  type Piece,
  type Seam,
  sewnLength,
} from "./pattern.ts";

/** Seams and notches meet within a millimetre. */
const TOLERANCE = 0.1;
/** Points that must be one and the same. */
const SAME = 0.001;

/** A length as the sentences say it. */
const cm = (length: number): string => `${length.toFixed(2)} cm`;

const same = (a: Point, b: Point): boolean => distance(a, b) < SAME;
const isFinitePoint = ({ x, y }: Point): boolean => Number.isFinite(x) && Number.isFinite(y);

/** A part of an edge; the mouth of a dart has no length once the dart is sewn. */
interface Stretch {
  readonly points: readonly Point[];
  readonly isMouth: boolean;
}

const stretchesOf = (piece: Piece, { curves }: NamedEdge): Stretch[] =>
  curves.map((curve) => ({ points: flatten(curve), isMouth: isMouth(piece, curve) }));

/** How far along an edge, with its darts sewn shut, a point lies, and how far beside it. */
const placeOn = (
  piece: Piece,
  edge: NamedEdge,
  point: Point,
): { readonly along: number; readonly beside: number } => {
  let best = { along: 0, beside: Number.POSITIVE_INFINITY };
  let before = 0;
  for (const { points, isMouth } of stretchesOf(piece, edge)) {
    points.forEach((end, i) => {
      const start = points[i - 1];
      if (!start) return;
      const length = distance(start, end);
      const share = nearestShare(start, end, point);
      const beside = distance(between(start, end, share), point);
      if (beside < best.beside) best = { along: before + (isMouth ? 0 : share * length), beside };
      if (!isMouth) before += length;
    });
  }
  return best;
};

const pointsOf = (piece: Piece): Point[] => [
  ...piece.edges.flatMap(({ curves }) => curves.flat()),
  ...piece.darts.flatMap(({ centre, point, inner, outer, cap }) => [
    centre,
    point,
    inner,
    outer,
    cap,
  ]),
  ...piece.guides.flat(2),
  ...piece.grain,
  ...piece.notches.map(({ at }) => at),
  piece.label,
];

const outlineProblems = ({ edges }: Piece): string[] => {
  const curves: readonly Cubic[] = edges.flatMap((edge) => edge.curves);
  const first = curves[0];
  if (!first) return ["has no edges"];
  const problems: string[] = [];
  curves.forEach((curve, i) => {
    if (!same(curve[3], (curves[i + 1] ?? first)[0])) problems.push(`is open after curve ${i}`);
  });
  const seamLine = curves.flatMap((curve) => flatten(curve).slice(1));
  if (areaOf(seamLine) <= 0) problems.push("does not run clockwise");
  if (crossesItself(seamLine)) problems.push("crosses itself");
  if (problems.length > 0) return problems;
  const cut = cuttingLine(edges);
  if (!cut.every(isFinitePoint)) return ["has a cutting line with a point that is no number"];
  if (crossesItself(cut)) problems.push("has a cutting line that crosses itself");
  if (areaOf(cut) < areaOf(seamLine) - SAME) problems.push("has a cutting line inside the seams");
  return problems;
};

const dartProblems = ({ darts, edges }: Piece): string[] => {
  const ends = edges.flatMap(({ curves }) => curves.flatMap((curve) => [curve[0], curve[3]]));
  return darts.flatMap(({ point, inner, outer, cap }, i) => {
    const problems: string[] = [];
    const difference = Math.abs(distance(point, inner) - distance(point, outer));
    if (difference > TOLERANCE)
      problems.push(`dart ${i} has legs that differ by ${cm(difference)}`);
    for (const [name, corner] of Object.entries({ inner, outer, cap }))
      if (!ends.some((end) => same(end, corner)))
        problems.push(`dart ${i} has its ${name} corner beside the seam line`);
    return problems;
  });
};

const notchProblems = (piece: Piece): string[] =>
  piece.notches.flatMap(({ name, edge: on, at }) => {
    const edge = piece.edges.find((one) => one.name === on);
    if (!edge) return [`notch ${name} is on ${on}, which is no edge`];
    const { beside } = placeOn(piece, edge, at);
    return beside > TOLERANCE ? [`notch ${name} lies ${cm(beside)} beside ${on}`] : [];
  });

const twice = (names: readonly string[]): string[] =>
  names.filter((name, i) => names.indexOf(name) !== i);

const pieceProblems = (piece: Piece): string[] => {
  if (!pointsOf(piece).every(isFinitePoint)) return ["has a point that is no number"];
  return [
    ...twice(piece.edges.map(({ name }) => name)).map((name) => `has two edges ${name}`),
    ...outlineProblems(piece),
    ...dartProblems(piece),
    ...notchProblems(piece),
  ];
};

interface Side {
  readonly length: number;
  /** Where the edges of this side begin and end. */
  readonly joints: readonly number[];
  readonly marks: readonly { readonly notch: Notch; readonly along: number }[];
}

/**
 * The edges of one side of a seam, one after the other.
 * @param isBackward whether each of them runs from its end to its start
 */
const sideOf = (pattern: Pattern, edges: readonly EdgeOf[], isBackward: boolean): Side | null => {
  let length = 0;
  const joints = [0];
  const marks: { notch: Notch; along: number }[] = [];
  for (const { piece: pieceName, edge: edgeName } of edges) {
    const piece = pattern.pieces.find(({ name }) => name === pieceName);
    const edge = piece?.edges.find(({ name }) => name === edgeName);
    if (!piece || !edge) return null;
    const edgeLength = sewnLength(piece, edge);
    for (const notch of piece.notches) {
      // The marks of a dart meet each other.
      const isOfDart = piece.darts.some((dart) =>
        [dart.inner, dart.outer].some((leg) => same(leg, notch.at)),
      );
      if (notch.edge !== edgeName) continue;
      const { along } = placeOn(piece, edge, notch.at);
      const place = length + (isBackward ? edgeLength - along : along);
      // Once it is sewn shut, a dart is a place at which a notch of a facing lies.
      if (isOfDart) joints.push(place);
      else marks.push({ notch, along: place });
    }
    length += edgeLength;
    joints.push(length);
  }
  return { length, joints, marks };
};

/** The notches of a seam that do not meet, in one direction of the other side. */
const apart = (one: Side, other: Side, { name, eased }: Seam): string[] => {
  const meets = (a: number, b: number) =>
    a - b > Math.min(0, eased) - TOLERANCE && a - b < Math.max(0, eased) + TOLERANCE;
  const lonely = (from: Side, to: Side, isMet: (a: number, b: number) => boolean) =>
    from.marks.flatMap(({ notch, along }) => {
      const partners = [
        ...to.marks.flatMap((mark) => (mark.notch.name === notch.name ? [mark.along] : [])),
        // A notch may lie against a seam, as that of a sleeve does against the shoulder.
        ...to.joints,
      ];
      return partners.some((place) => isMet(along, place))
        ? []
        : [`seam ${name}: notch ${notch.name} at ${cm(along)} meets nothing`];
    });
  return [...lonely(one, other, meets), ...lonely(other, one, (b, a) => meets(a, b))];
};

/** What is wrong with the seams of a pattern: edges of unequal length, and notches that do not meet. */
export const seamProblems = (pattern: Pattern): string[] =>
  pattern.seams.flatMap((seam) => {
    const one = sideOf(pattern, seam.one, false);
    // Pieces lie right sides together: edges that are both clockwise run against each other,
    // unless one of the pieces is drawn for the other half of the body.
    const facing = sideOf(pattern, seam.other, true);
    const mirrored = sideOf(pattern, seam.other, false);
    if (!one || !facing || !mirrored) return [`seam ${seam.name} names an edge that is not there`];
    const difference = one.length - facing.length - seam.eased;
    if (!(Math.abs(difference) <= TOLERANCE))
      return [`seam ${seam.name}: its edges differ by ${cm(difference)}`];
    const problems = apart(one, facing, seam);
    return problems.length > 0 && apart(one, mirrored, seam).length > 0 ? problems : [];
  });

/**
 * What is wrong with a pattern, as sentences for those who write blocks. An empty list: all points are finite, the
 * outlines are closed, clockwise and simple, so are the cutting lines, darts have equal legs, and what is sewn
 * together is equally long, with notches that meet.
 */
export const patternProblems = (pattern: Pattern): string[] => {
  const numbers = Object.entries({ ...pattern.numbers, ...pattern.steps }).flatMap(
    ([name, value]) => (Number.isFinite(value) ? [] : [`number ${name} is ${value}`]),
  );
  const points = Object.entries(pattern.points).flatMap(([name, point]) =>
    isFinitePoint(point) ? [] : [`point ${name} is no point`],
  );
  const pieces = pattern.pieces.flatMap((piece) =>
    pieceProblems(piece).map((problem) => `${piece.name} ${problem}`),
  );
  const names = twice(pattern.pieces.map(({ name }) => name));
  return [
    ...numbers,
    ...points,
    ...names.map((name) => `there are two pieces ${name}`),
    ...pieces,
    ...seamProblems(pattern),
  ];
};
