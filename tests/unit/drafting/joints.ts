import { angleOf } from "../../../src/drafting/geometry.ts";
import { type EdgeOf, isMouth, type Pattern, type Piece } from "../../../src/drafting/pattern.ts";

/** A place at which one line should run on into another, and by how many degrees it has a corner there. */
interface Joint {
  readonly place: string;
  readonly corner: number;
}

/** The corner of a piece at one end of an edge: the edge beside it, and the angle within the piece in degrees. */
interface Corner {
  readonly beside: string;
  readonly angle: number;
}

/** Edges that meet their own mirror image: on the fold, or sewn to the other half. */
const MIDDLES = new Set(["fold", "centre"]);
/** What is to have corners: the lap of a vent. */
const CORNERED = new Set(["vent", "vent-top"]);

const TURN = 2 * Math.PI;
const degrees = (radians: number): number => (radians * 180) / Math.PI;

/** The corners where an edge begins and where it ends. */
const cornersOf = ({ edges }: Piece, index: number): readonly [Corner, Corner] => {
  const [before, after] = [edges.at(index - 1), edges[(index + 1) % edges.length]];
  const between = (one: typeof before, next: typeof before): number => {
    const [arriving, leaving] = [one?.curves.at(-1), next?.curves[0]];
    if (!arriving || !leaving) throw new Error("an edge without curves");
    const turn = angleOf(arriving[3], arriving[2]) - angleOf(leaving[0], leaving[1]);
    return degrees(((turn % TURN) + TURN) % TURN);
  };
  const edge = edges[index];
  return [
    { beside: before?.name ?? "", angle: between(before, edge) },
    { beside: after?.name ?? "", angle: between(edge, after) },
  ];
};

const jointOf = (across: string, one: Corner, other: Corner): Joint[] =>
  CORNERED.has(one.beside) || CORNERED.has(other.beside)
    ? []
    : [{ place: `${one.beside} over ${across}`, corner: Math.abs(one.angle + other.angle - 180) }];

/** Where lines cross the seam of two edges: both pieces together make 180°. A straight band is no such piece. */
const jointsOfSeams = ({ pieces, seams }: Pattern): Joint[] => {
  const cornersAt = ({ piece, edge }: EdgeOf): readonly [Corner, Corner] => {
    const found = pieces.find(({ name }) => name === piece);
    const index = found?.edges.findIndex(({ name }) => name === edge) ?? -1;
    if (!found || index < 0) throw new Error(`there is no edge ${edge} of ${piece}`);
    return cornersOf(found, index);
  };
  return seams.flatMap(({ name, one, other }) => {
    const [first, second] = [one[0], other[0]];
    if (!first || !second || one.length + other.length > 2) return [];
    const meetsItself = first.piece === second.piece && first.edge === second.edge;
    if (meetsItself || first.piece === "waistband") return [];
    const [begins, ends] = cornersAt(first);
    const [secondBegins, secondEnds] = cornersAt(second);
    return [...jointOf(name, begins, secondEnds), ...jointOf(name, ends, secondBegins)];
  });
};

/** Where lines cross the middle of the body. */
const jointsOfMiddles = (piece: Piece): Joint[] =>
  piece.edges.flatMap(({ name }, index) =>
    MIDDLES.has(name)
      ? cornersOf(piece, index).flatMap((corner) =>
          jointOf(`the ${name} of ${piece.name}`, corner, corner),
        )
      : [],
  );

/** Where the curves of an edge run into each other. The mouths of darts have corners, which are sewn shut. */
const jointsWithin = (piece: Piece): Joint[] =>
  piece.edges.flatMap(({ name, curves }) =>
    curves.slice(1).flatMap((curve, i) => {
      const before = curves[i] ?? curve;
      if (isMouth(piece, curve) || isMouth(piece, before)) return [];
      const turn = angleOf(curve[0], curve[1]) - angleOf(before[2], before[3]);
      const corner = Math.abs(degrees(Math.atan2(Math.sin(turn), Math.cos(turn))));
      return [{ place: `${name} of ${piece.name}`, corner }];
    }),
  );

/** All places of a pattern at which a line should have no corner. */
export const jointsOf = (pattern: Pattern): readonly Joint[] => [
  ...jointsOfSeams(pattern),
  ...pattern.pieces.flatMap((piece) => [...jointsOfMiddles(piece), ...jointsWithin(piece)]),
];
