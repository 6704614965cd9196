import {
  add,
  at,
  bisect,
  type Cubic,
  direction,
  lengthOf,
  type Point,
  pointOn,
  quarterTurn,
  straight,
  times,
} from "./geometry.ts";
import type { SkirtDraft } from "./skirt.ts";
import { hipCurveTo, waistCurve } from "./skirt-piece.ts";
import { type TruedSeam, trueSeam } from "./truing.ts";

/** What one seam between panels takes in at most: more makes a hollow at its end. In centimetres. */
const MAX_IN_SEAM = 4;
/** How far down the darts reach in the seam, as a share of waist to hips: 14 and 16 cm in the lesson. */
export const REACH = { front: 0.7, back: 0.8 } as const;

/**
 * Where both edges of a seam would meet, a share of the way down to where they do, if they ran on as they leave the
 * waist: the waist is trued with the edges lying on each other, and these are curves (`hipCurveTo`).
 */
const PIVOT = 5 / 8;

/** A half front or back in panels, its centre on the left. Edges run down from the waist. */
export interface PanelledHalf {
  readonly trued: TruedSeam;
  readonly centreWaist: Point;
  readonly centreSeam: readonly [Cubic, Cubic, Cubic];
  readonly sideSeam: readonly [Cubic, Cubic, Cubic];
  readonly side: readonly [Cubic, Cubic];
  readonly centreHem: Point;
  /** Where the seam between the panels and the side seam cross the hip line. */
  readonly onHipLine: { readonly seam: Point; readonly side: Point };
}

/**
 * From a point of the hip line to the hem, which is further out. It leaves the hip line upright, as the edge above
 * arrives there, and bends into the line to the hem, so that there is no corner at the hip. It is as long as the
 * edge was that hung straight.
 */
const flared = (from: Point, below: number, flare: number): Cubic => {
  const out = direction(at(0, 0), at(flare, below));
  const curve = (reach: number): Cubic => [
    from,
    add(from, at(0, reach / 3)),
    add(from, times(out, (reach * 2) / 3)),
    add(from, times(out, reach)),
  ];
  return curve(bisect((reach) => lengthOf(curve(reach)) - below, below / 2, below * 1.5));
};

function panelledHalf(
  { measures }: SkirtDraft,
  centreWaist: Point,
  side: Point,
  hip: Point,
  seamX: number,
  inSeam: number,
  reach: number,
  flare: number,
): PanelledHalf {
  const { waistToHip, skirtLength } = measures;
  const below = skirtLength - waistToHip;
  const waist = waistCurve(centreWaist, side);
  const place = bisect((t) => pointOn(waist, t).x - seamX, 0, 1);
  const centre = pointOn(waist, place);
  const point = at(seamX, waistToHip * reach);
  const hipCurve = hipCurveTo(side, hip);
  const square = times(quarterTurn(direction(hipCurve[0], hipCurve[1])), -1);
  /** @param level of the waist at the seam: known to a millimetre or two until it is trued */
  const truedFrom = (level: number): TruedSeam => {
    const dart = {
      centre,
      point: at(seamX, level + (point.y - level) * PIVOT),
      inner: at(centre.x - inSeam / 2, centre.y),
      outer: at(centre.x + inSeam / 2, centre.y),
    };
    return trueSeam(centreWaist, [dart], side, square);
  };
  const trued = truedFrom(truedFrom(centre.y).parts[0]?.[3].y ?? centre.y);
  const [inner, outer] = [trued.parts[0]?.[3] ?? centre, trued.parts[1]?.[0] ?? centre];
  const onHip = at(seamX, waistToHip);
  const down = (from: Point, out: number): PanelledHalf["centreSeam"] => [
    hipCurveTo(from, point),
    straight(point, onHip),
    flared(onHip, below, out),
  ];
  return {
    trued,
    centreWaist,
    centreSeam: down(inner, flare),
    sideSeam: down(outer, -flare),
    side: [hipCurve, flared(hip, below, flare)],
    centreHem: at(0, skirtLength),
    onHipLine: { seam: onHip, side: hip },
  };
}

/**
 * Divides the block into six panels, as the lesson on gores does: all panels are equally wide at the hip, the darts
 * move into the seams between them, and every seam edge goes out by `flare` at the hem. A seam takes in at most 4 cm;
 * the rest goes to the side. The back's side seam, which takes in more, is trued at the waist to the front's length.
 */
export function draftPanels(draft: SkirtDraft, flare: number) {
  const { numbers, measures } = draft;
  const { halfHip, dartWidth, sideEach, backDarts, frontDarts, backWidth, frontWidth } = numbers;
  const halfPanel = halfHip / 6;
  const inSeam = {
    back: Math.min(MAX_IN_SEAM, backDarts * dartWidth),
    front: Math.min(MAX_IN_SEAM, frontDarts * dartWidth),
  };
  const atSide = {
    back: sideEach + backDarts * dartWidth - inSeam.back,
    front: sideEach + frontDarts * dartWidth - inSeam.front,
  };
  const hips = {
    back: at(backWidth, measures.waistToHip),
    front: at(frontWidth, measures.waistToHip),
  };
  const height = draft.front.sideWaist.y;
  const halfOf = (place: "back" | "front", side: Point): PanelledHalf => {
    const { centreWaist } = draft[place];
    const ofSeam = [halfPanel, inSeam[place], REACH[place]] as const;
    return panelledHalf(draft, centreWaist, side, hips[place], ...ofSeam, flare);
  };
  const halves = (takenIn: number) => {
    const front = at(frontWidth - atSide.front - takenIn, height);
    const wanted = lengthOf(hipCurveTo(front, hips.front));
    let back = at(backWidth - atSide.back - takenIn, height);
    for (let i = 0; i < 6; i++)
      back = at(back.x, back.y - (wanted - lengthOf(hipCurveTo(back, hips.back))));
    return { back: halfOf("back", back), front: halfOf("front", front) };
  };
  const tooLong = (takenIn: number): number => {
    const { back, front } = halves(takenIn);
    return back.trued.length + front.trued.length - numbers.halfWaist;
  };
  return {
    ...halves(bisect(tooLong, -2, 2)),
    numbers: {
      panel: halfPanel * 2,
      halfPanel,
      inBackSeam: inSeam.back,
      inFrontSeam: inSeam.front,
      backSideTakenIn: atSide.back,
      frontSideTakenIn: atSide.front,
      panelHem: halfPanel * 2 + 2 * flare,
      panelledHem: 2 * halfHip + 12 * flare,
    },
  };
}
