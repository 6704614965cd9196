import { type BodiceDraft, SHORT_OF_BUST_POINT } from "./bodice.ts";
import {
  CENTRE_PART,
  type EdgePlace,
  edgePlaceAt,
  FRONT_PARTS,
  frontEdge,
  type MovedDart,
  openDartAt,
  SIDE_PART,
  sewnPoint,
  WAIST_PART,
} from "./dart-moves.ts";
import {
  add,
  at,
  backward,
  between,
  type Cubic,
  direction,
  distance,
  mapCurve,
  type Point,
  pointOn,
  quarterTurn,
  reverse,
  rotate,
  straight,
  subtract,
} from "./geometry.ts";
import { mapPiece } from "./map-piece.ts";
import { dartNotches, type NamedEdge, type Notch, type Piece } from "./pattern.ts";
import {
  capOf,
  type Dart,
  mapDart,
  type SewnDart,
  type TruedSeam,
  trueSeam,
  turnToLength,
  withCaps,
} from "./truing.ts";

/** A front whose bust dart has opened at another place. */
interface Opened {
  readonly moved: MovedDart;
  readonly place: EdgePlace;
  readonly turn: (p: Point) => Point;
}

/** Where a dart that was drawn to the bust point is sewn to. */
const shortOf = (dart: MovedDart["dart"]): Point => {
  const leg = distance(dart.point, dart.still);
  return sewnPoint(dart, Math.min(SHORT_OF_BUST_POINT, leg / 3));
};

/** The waist of the front, trued, with whatever darts open in it. @param side where the side seam ends, unmoved */
function frontWaist(bodice: BodiceDraft, side: Point, opened: Opened | null): TruedSeam {
  const { E, S } = bodice.points;
  const square = quarterTurn(direction(S, side));
  if (!opened || opened.place[0] !== WAIST_PART)
    return trueSeam(E, bodice.frontDarts, side, square);
  const { turn, moved } = opened;
  const { still, turned } = moved.dart;
  const end = turn(side);
  const endSquare = subtract(turn(add(side, square)), end);
  const waistDart = bodice.frontDarts.find(({ centre }) => Math.abs(centre.x - still.x) < 0.01);
  const joined: Dart = waistDart
    ? jointDart(moved.dart.point, waistDart.inner, turn(waistDart.outer))
    : jointDart(moved.dart.point, still, turned);
  const before = bodice.frontDarts.filter((dart) => dart !== waistDart && dart.centre.x > still.x);
  const after = bodice.frontDarts.filter((dart) => dart !== waistDart && dart.centre.x <= still.x);
  return trueSeam(
    E,
    [...before, joined, ...after.map((dart) => mapDart(dart, turn))],
    end,
    endSquare,
  );
}

const jointDart = (bustPoint: Point, inner: Point, outer: Point): Dart => ({
  centre: between(inner, outer, 0.5),
  point: shortOf({ point: bustPoint, still: inner, turned: outer }),
  inner,
  outer,
});

/** Seam allowances of a bodice, in centimetres. */
export interface BodiceAllowances {
  readonly seam: number;
  readonly waist: number;
}

const NO_ALLOWANCES: BodiceAllowances = { seam: 0, waist: 0 };

/** The front of a bodice whose bust dart has been moved. */
export interface MovedFront {
  readonly piece: Piece;
  /** The width of the new dart at its mouth, in centimetres. */
  readonly width: number;
  /** Where the dart opens, on the edge of the drafted front. Null: it is where it was drafted. */
  readonly place: EdgePlace | null;
}

/** A stretch of the outline, counter-clockwise, and the edge to which it belongs. */
interface Stretch {
  readonly name: string;
  readonly curves: readonly Cubic[];
}

/** A dart with its cap. @param before the seam towards which it is folded; it ends at `inner` */
const sewn = (dart: MovedDart["dart"], inner: "still" | "turned", before: Cubic): SewnDart => {
  const point = shortOf(dart);
  const [one, other] = inner === "still" ? [dart.still, dart.turned] : [dart.turned, dart.still];
  return {
    centre: between(one, other, 0.5),
    point,
    inner: one,
    outer: other,
    cap: capOf(point, one, other, before),
  };
};

const mouth = (from: Point, { cap }: SewnDart, to: Point): Cubic[] => [
  straight(from, cap),
  straight(cap, to),
];

/** The edges of the outline from its stretches, clockwise; it starts with the shoulder. */
function edgesOf(stretches: readonly Stretch[], allowances: BodiceAllowances): NamedEdge[] {
  const start = stretches.findIndex(
    ({ name }, i) => name === "armscye" && stretches.at(i - 1)?.name !== "armscye",
  );
  const edges: { name: string; curves: Cubic[] }[] = [];
  for (const { name, curves } of [...stretches.slice(start), ...stretches.slice(0, start)]) {
    const last = edges.at(-1);
    if (last?.name === name) last.curves.push(...curves);
    else edges.push({ name, curves: [...curves] });
  }
  return edges.reverse().map(({ name, curves }) => ({
    name,
    curves: backward(curves),
    ...(name === "hem" && { isHem: true }),
    allowance:
      name === "fold" ? 0 : name === "waist" || name === "hem" ? allowances.waist : allowances.seam,
  }));
}

/** The front with its bust dart where it was drafted, or opened at another place. */
function makeFront(
  drafted: BodiceDraft,
  place: EdgePlace | null,
  share: number,
  allowances: BodiceAllowances,
): MovedFront {
  const { M, N, P, S, V, E, L } = drafted.points;
  const turn = (p: Point): Point => rotate(p, M, drafted.dartAngle * share);
  const open = (bodice: BodiceDraft): Opened | null =>
    place && share > 0 ? { moved: openDartAt(bodice, place, share), place, turn } : null;

  const asDrafted = open(drafted);
  const seamFor = (side: Point): TruedSeam => frontWaist(drafted, side, asDrafted);
  const { torso } = drafted;
  const side = torso
    ? V
    : turnToLength(V, S, drafted.numbers.frontWaist, (end) => seamFor(end).length);
  const bodice = { ...drafted, points: { ...drafted.points, V: side } };
  const opened = open(bodice);
  const [part] = place ?? [-1];
  const cutInTwo = part === CENTRE_PART && opened !== null;
  const nameOf = (i: number): string => {
    const name = FRONT_PARTS[i] ?? "";
    return name === "centre" && !cutInTwo ? "fold" : name;
  };

  const edge = frontEdge(bodice);
  const waist = seamFor(side);
  const waistIsTurned = opened !== null && part > WAIST_PART;
  const moveWaist = waistIsTurned ? turn : (p: Point): Point => p;
  const darts: SewnDart[] = torso ? [] : waist.darts.map((dart) => mapDart(dart, moveWaist));
  const below = torso?.front;
  const lower: readonly Stretch[] = below
    ? [
        { name: "side", curves: [below.side[1]] },
        { name: "hem", curves: [straight(below.hip, below.centre)] },
        { name: nameOf(CENTRE_PART), curves: [straight(below.centre, E)] },
      ]
    : [{ name: "waist", curves: backward(withCaps(waist)) }];
  const lowerStretches = lower.map(
    ({ name, curves }): Stretch => ({
      name,
      curves: curves.map((curve) => mapCurve(curve, moveWaist)),
    }),
  );

  const stretches: Stretch[] = [];
  const put = (i: number, curve: Cubic): void => {
    if (i !== WAIST_PART) stretches.push({ name: nameOf(i), curves: [curve] });
    else if (stretches.at(-1) !== lowerStretches.at(-1)) stretches.push(...lowerStretches);
  };
  if (!opened) edge.forEach((curve, i) => void put(i, curve));
  else {
    const { moved } = opened;
    moved.turned.forEach((curve, i) => void put(i, curve));
    if (part !== WAIST_PART && moved.width > 0.001) {
      // Intakes lie downward, and in the neck and the shoulder towards the centre.
      const towardStill = part < CENTRE_PART && part !== 0;
      const before = towardStill
        ? reverse(moved.still[0] as Cubic)
        : (moved.turned.at(-1) as Cubic);
      const dart = sewn(moved.dart, towardStill ? "still" : "turned", before);
      darts.push(dart);
      stretches.push({
        name: nameOf(part),
        curves: mouth(moved.dart.turned, dart, moved.dart.still),
      });
    }
    moved.still.forEach((curve, i) => void put(part + i, curve));
  }

  const shoulderDart = opened ? opened.moved.shoulderDart : { turned: P, point: M, still: N };
  if (shoulderDart) {
    const dart = sewn(shoulderDart, "still", edge.at(-1) as Cubic);
    darts.unshift(dart);
    stretches.push({ name: "shoulder", curves: mouth(N, dart, shoulderDart.turned) });
  }

  const isTurned = (i: number, t: number): boolean =>
    opened !== null && (opened.place[0] > i || (opened.place[0] === i && opened.place[1] > t));
  const on = (i: number, t: number): Point => {
    const p = pointOn(edge[i] as Cubic, t);
    return isTurned(i, t) ? turn(p) : p;
  };
  const levelAtSide = (M.y - S.y) / (side.y - S.y);
  const levelAtCentre = (E.y - M.y) / (E.y - L.y);
  const guides: Cubic[][] = [
    [straight(M, on(CENTRE_PART, Math.min(1, Math.max(0, levelAtCentre))))],
  ];
  if (levelAtSide > 0 && levelAtSide < 1) guides.unshift([straight(on(SIDE_PART, levelAtSide), M)]);
  for (const curves of below?.diamonds ?? [])
    guides.push(curves.map((curve) => mapCurve(curve, moveWaist)));
  const notches: Notch[] = [
    { name: "armscye-front", edge: "armscye", at: on(2, 0) },
    { name: "side", edge: "side", at: on(SIDE_PART, torso ? 1 : 0.5) },
    ...stretches.flatMap(({ name, curves }) =>
      name === "fold"
        ? []
        : dartNotches(
            darts.filter(({ cap }) => curves.some((curve) => distance(curve[3], cap) < 1e-6)),
            name,
          ),
    ),
  ];
  const grainX = (M.x + E.x) / 2;
  const grainEnd = cutInTwo ? M.y - 1.5 : E.y - (E.y - M.y) / 4;
  const piece: Piece = {
    name: "bodice-front",
    cut: cutInTwo ? { count: 2, onFold: false } : { count: 1, onFold: true },
    edges: edgesOf(stretches, allowances),
    darts,
    guides,
    grain: [at(grainX, L.y + (M.y - L.y) / 3), at(grainX, grainEnd)],
    notches,
    label: at((side.x + M.x) / 2, M.y + 3),
  };
  return {
    piece:
      part > CENTRE_PART && opened
        ? upright(piece, (p) => rotate(p, M, -drafted.dartAngle * share))
        : piece,
    width: asDrafted?.moved.width ?? 0,
    place,
  };
}

/** Turns the whole front, but not its grainline, so that the centre front is upright again. */
const upright = (piece: Piece, turn: (p: Point) => Point): Piece => ({
  ...mapPiece(piece, turn),
  grain: piece.grain,
  label: piece.label,
});

/** The front of a bodice as drafted, its bust dart in the shoulder. */
export const draftedFront = (bodice: BodiceDraft, allowances = NO_ALLOWANCES): MovedFront =>
  makeFront(bodice, null, 0, allowances);

/**
 * Moves the bust dart of a bodice front to any point of its edge. Within a centimetre of a corner the dart stays
 * beside it, and in the mouth of a waist dart it becomes one with it.
 *
 * @param position centimetres along the edge, from the outer leg of the shoulder dart round by armscye, side,
 * waist, centre and neck to its inner leg (`frontEdgeLength`, `positionOfPlace`, `positionToward`)
 * @param share how much of the dart moves, from 0 to 1
 * @returns the piece in the frame of the draft, its centre front upright. A dart in the centre front makes two
 * pieces of it, so its edge is then named `centre` and not `fold`.
 */
export const moveDartTo = (
  bodice: BodiceDraft,
  position: number,
  share = 1,
  allowances = NO_ALLOWANCES,
): MovedFront =>
  makeFront(bodice, edgePlaceAt(bodice, position), Math.min(1, Math.max(0, share)), allowances);
