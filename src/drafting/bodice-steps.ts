import type { BodiceDraft } from "./bodice.ts";
import { type DartPlace, moveDart } from "./dart-moves.ts";
import { distance, pointOn, rotate } from "./geometry.ts";

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
export const bodiceSteps = (bodice: BodiceDraft): Readonly<Record<string, number>> => {
  const { measures: body, points: q, numbers: n, dartAngle } = bodice;
  const degrees = (dartAngle * 180) / Math.PI;
  const armscye = movedTo(bodice, "armscye");
  const side = movedTo(bodice, "side");
  const waist = movedTo(bodice, "waist");
  const centre = movedTo(bodice, "centre");
  const neck = movedTo(bodice, "neck");
  const [near, far] = MEASURED_AT;
  return {
    underArms: body.bustGirth - body.backWidth - body.acrossFrontWidth,
    beyondBackLine: n.halfWidth - n.halfBack,
    shoulderDrop: q.H.y - q.G.y,
    shoulderReach: q.H.x - q.G.x,
    shoulderBeyond: q.H.x - q.F.x,
    halfNeck: body.neckBaseGirth / 2,
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
