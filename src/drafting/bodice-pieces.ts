import type { BodiceDraft } from "./bodice.ts";
import { type DartPlace, moveDart } from "./dart-moves.ts";
import type { BodiceAllowances, MovedFront } from "./front-piece.ts";
import {
  at,
  backward,
  direction,
  distance,
  pointOn,
  quarterTurn,
  rotate,
  straight,
  times,
} from "./geometry.ts";
import { dartNotches, type NamedEdge, on, type Pattern, type Piece, seam } from "./pattern.ts";
import { capOf, type SewnDart, trueSeam, withCaps } from "./truing.ts";

/** The shares of the way from the bust point to the shoulder at which the first dart lesson measures the dart. */
export const MEASURED_AT = [0.36, 0.68] as const;

/** The cloth beside the opened dart that is gathered with it: 3 cm to each notch. */
const BESIDE_GATHERS = 6;

/** The bust dart at a place on the edge: the length of its legs, its width, and what half of it is there. */
const movedTo = (bodice: BodiceDraft, place: DartPlace) => {
  const { dart, width } = moveDart(bodice, place);
  return { leg: distance(dart.point, dart.still), width, half: width / 2 };
};

/** How near the armscye comes to the centre front when the bust dart is shut. */
const acrossFront = ({ points: { D, M }, frontArmscye, dartAngle }: BodiceDraft): number => {
  const places = Array.from({ length: 101 }, (_, i) => i / 100);
  const shut = frontArmscye.flatMap((curve) =>
    places.map((t) => rotate(pointOn(curve, t), M, dartAngle)),
  );
  return D.x - Math.max(...shut.map(({ x }) => x));
};

/** What the sums of the lessons on the bodice and on darts come to, in centimetres and degrees. */
const bodiceSteps = (bodice: BodiceDraft): Readonly<Record<string, number>> => {
  const { measures: body, points: q, numbers: n, dartAngle } = bodice;
  const degrees = (dartAngle * 180) / Math.PI;
  const armscye = movedTo(bodice, "armscye");
  const side = movedTo(bodice, "side");
  const waist = movedTo(bodice, "waist");
  const centre = movedTo(bodice, "centre");
  const neck = movedTo(bodice, "neck");
  const [near, far] = MEASURED_AT;
  return {
    highBust: bodice.bust.highBust,
    mediumBust: bodice.bust.mediumBust,
    mediumDart: bodice.bust.mediumDart,
    beyondMedium: body.bust_girth - bodice.bust.mediumBust,
    underArms: body.bust_girth - body.across_back_width - body.across_front_width,
    beyondBackLine: n.halfWidth - n.halfBack,
    shoulderDrop: q.H.y - q.G.y,
    shoulderReach: q.H.x - q.G.x,
    shoulderBeyond: q.H.x - q.F.x,
    halfNeck: body.neck_base_girth / 2,
    acrossFront: acrossFront(bodice),
    thirdOfSurplus: n.surplus / 3,
    halfWaistDart: n.waistDart / 2,
    backDartsWidth: n.backDarts * n.waistDart,
    frontDartsWidth: n.frontDarts * n.waistDart,
    halfBackLine: n.halfBack / 2,
    dartAngle: degrees,
    halfDartAngle: degrees / 2,
    nearOnDart: near * n.dartLeg,
    farOnDart: far * n.dartLeg,
    nearDartWidth: near * n.dartWidth,
    farDartWidth: far * n.dartWidth,
    halfDartWidth: n.dartWidth / 2,
    armscyeDartLeg: armscye.leg,
    armscyeDart: armscye.width,
    sideDartLeg: side.leg,
    sideDart: side.width,
    halfSideDart: side.half,
    waistDartLeg: waist.leg,
    dartInWaist: waist.width,
    halfDartInWaist: waist.half,
    quarterDartInWaist: waist.half / 2,
    gathered: waist.width + BESIDE_GATHERS,
    centreDartLeg: centre.leg,
    centreDart: centre.width,
    neckDartLeg: neck.leg,
    neckDart: neck.width,
    halfNeckDart: neck.half,
    quarterNeckDart: neck.half / 2,
  };
};

/** The back of a bodice, its waist trued and as long as it was worked out. */
function bodiceBack(bodice: BodiceDraft, allowances: BodiceAllowances): Piece {
  const { points: q, backDarts } = bodice;
  const side = bodice.sideEnd.back;
  const below = bodice.torso?.back;
  const waist = trueSeam(q.C, backDarts, side, times(quarterTurn(direction(q.S, side)), -1));
  const { seam } = allowances;
  const shoulderDart: SewnDart | null = bodice.shoulderDart && {
    ...bodice.shoulderDart,
    cap: capOf(
      bodice.shoulderDart.point,
      bodice.shoulderDart.inner,
      bodice.shoulderDart.outer,
      straight(q.G, bodice.shoulderDart.inner),
    ),
  };
  const shoulder = shoulderDart
    ? withCaps({
        parts: [straight(q.G, shoulderDart.inner), straight(shoulderDart.outer, q.H)],
        darts: [shoulderDart],
      })
    : [straight(q.G, q.H)];
  const edges: NamedEdge[] = [
    { name: "neck", curves: [bodice.backNeck], allowance: seam },
    { name: "shoulder", curves: shoulder, allowance: seam },
    { name: "armscye", curves: bodice.backArmscye, allowance: seam },
    { name: "side", curves: below?.side ?? [straight(q.S, side)], allowance: seam },
    below
      ? {
          name: "hem",
          curves: [straight(below.hip, below.centre)],
          allowance: allowances.waist,
          isHem: true,
        }
      : { name: "waist", curves: backward(withCaps(waist)), allowance: allowances.waist },
    { name: "centre", curves: [straight(below?.centre ?? q.C, q.A)], allowance: seam },
  ];
  const grainX = q.W.x / 2;
  return {
    name: "bodice-back",
    cut: { count: 2, onFold: false },
    edges,
    darts: [...(shoulderDart ? [shoulderDart] : []), ...(below ? [] : waist.darts)],
    guides: [[straight(q.B, q.S)], ...(below?.diamonds ?? [])],
    grain: [at(grainX, q.B.y / 3), at(grainX, q.C.y - (q.C.y - q.B.y) / 3)],
    notches: [
      { name: "armscye-back", edge: "armscye", at: q.J, isDouble: true },
      {
        name: "side",
        edge: "side",
        at: below?.side[1][0] ?? at((q.S.x + side.x) / 2, (q.S.y + side.y) / 2),
      },
      ...dartNotches(shoulderDart ? [shoulderDart] : [], "shoulder"),
      ...dartNotches(below ? [] : waist.darts, "waist"),
    ],
    label: at(q.W.x, q.B.y / 2),
  };
}

/** Back and front as a pattern. @param front the front with its bust dart where it is wanted */
export function bodicePattern(
  bodice: BodiceDraft,
  allowances: BodiceAllowances,
  front: MovedFront,
): Pattern {
  const { backShoulder } = bodice.numbers;
  const frontShoulder = bodice.measures.shoulder_length;
  return {
    pieces: [bodiceBack(bodice, allowances), front.piece],
    // Without a dart the back shoulder is longer, and is eased in over the shoulder blade.
    seams: [
      seam("side", on("bodice-back", "side"), on("bodice-front", "side")),
      seam(
        "shoulder",
        on("bodice-back", "shoulder"),
        on("bodice-front", "shoulder"),
        backShoulder - frontShoulder,
      ),
    ],
    ...(bodice.torso && {
      girths: {
        bust: 2 * bodice.numbers.halfWidth,
        waist: 2 * (bodice.numbers.backWaist + bodice.numbers.frontWaist),
        hip: 2 * (bodice.numbers.halfWidth + 2 * bodice.torso.hipEach),
      },
    }),
    numbers: {
      ...bodice.numbers,
      frontShoulder,
      wholeWaist: 2 * (bodice.numbers.backWaist + bodice.numbers.frontWaist),
      armscye: bodice.numbers.backArmscye + bodice.numbers.frontArmscye,
    },
    steps: { ...bodiceSteps(bodice), movedDartWidth: front.width },
    points: bodice.points,
  };
}
