import type { Measures, OptionValues } from "./block.ts";
import { type Cubic, lengthOf } from "./geometry.ts";
import { draftAline } from "./skirt-aline.ts";
import { skirtDraftOf } from "./skirt-block.ts";
import { draftPanels, REACH } from "./skirt-panels.ts";
import { CIRCLE_PARTS } from "./skirt-styles.ts";

/** The pleats round the skirt of the lesson. */
const PLEATS = 20;
/** What the lesson on circles adds at waist and hem, and that on waistbands at each end. */
const ALLOWANCE_CM = 1;
const CURVED_HEM_CM = 1.5;
const OVERLAP_CM = 3;

const lengthOfPart = (parts: readonly Cubic[], i: number): number => {
  const part = parts[i];
  return part ? lengthOf(part) : 0;
};

/** The circle in its parts: for each the radius, the hem, and what it measures at the hips. */
const circleSteps = (waist: number, toHip: number, length: number) =>
  Object.fromEntries(
    Object.entries(CIRCLE_PARTS).flatMap(([id, part]) => {
      const name = id === "three-quarters" ? "threeQuarters" : id;
      const around = 2 * Math.PI * part;
      return [
        [`${name}CircleRadius`, waist / around],
        [`${name}CircleHem`, waist + around * length],
        [`${name}CircleHip`, waist + around * toHip],
      ];
    }),
  );

/**
 * What the sums of the lessons on styles come to: A-line, panels, circle, pleats and waistbands, which are all made of
 * the block. In centimetres.
 */
export const skirtStyleSteps = (
  measures: Measures,
  options: OptionValues,
): Readonly<Record<string, number>> => {
  const drafted = skirtDraftOf(measures, options);
  if (!drafted.ok) return {};
  const { numbers: n } = drafted.value;
  const { waist_to_hip: toHip, hip_girth: hips } = measures;
  const [length, flare] = [Number(options.length), Number(options.flare)];
  const ofDarts = {
    firstBack: n.backDarts > 0,
    secondBack: n.backDarts > 1,
    front: n.frontDarts > 0,
  };
  const aline = draftAline(drafted.value).numbers;
  // A dart that the body does not have has no numbers.
  const missing = Object.entries(ofDarts).flatMap(([dart, isThere]) =>
    isThere ? [] : [`${dart}Below`, `${dart}Opening`],
  );
  const { numbers: panels, back, front } = draftPanels(drafted.value, flare);
  const circle = circleSteps(n.wholeWaist, toHip, length);
  const radius = circle.halfCircleRadius ?? 0;
  const fullRadius = circle.fullCircleRadius ?? 0;
  const cut = radius + length + CURVED_HEM_CM;
  const seen = n.wholeHip / PLEATS;
  const atWaist = n.wholeWaist / PLEATS;
  return {
    ...Object.fromEntries(Object.entries(aline).filter(([name]) => !missing.includes(name))),
    closedInFront: n.dartWidth - aline.leftOfFrontDart,
    alineQuarter: aline.alineHem / 4,
    ...panels,
    sidePanel: n.quarter - panels.halfPanel,
    halfInBackSeam: panels.inBackSeam / 2,
    halfInFrontSeam: panels.inFrontSeam / 2,
    backDartsWidth: n.backDarts * n.dartWidth,
    movedToSide: n.backDarts * n.dartWidth - panels.inBackSeam,
    frontSeamReach: REACH.front * toHip,
    backSeamReach: REACH.back * toHip,
    allFlare: 12 * flare,
    panelFlare: 2 * flare,
    centreBackWaist: lengthOfPart(back.trued.parts, 0),
    sideBackWaist: lengthOfPart(back.trued.parts, 1),
    centreFrontWaist: lengthOfPart(front.trued.parts, 0),
    sideFrontWaist: lengthOfPart(front.trued.parts, 1),
    ...circle,
    quarterCircleSpare: (circle.quarterCircleHip ?? 0) - hips,
    circleWaistCut: radius - ALLOWANCE_CM,
    circleOuter: radius + length,
    circleHemCut: cut,
    circleArm: radius + length + 2,
    // Cloth is rounded up.
    circleWidth: Math.ceil(cut + 2),
    circleOnFold: Math.ceil(2 * cut + 5),
    circleFolded: Math.ceil(2 * cut + 5) / 2,
    longestOnWide: 75 - fullRadius - CURVED_HEM_CM,
    longestOnNarrow: 70 - fullRadius - CURVED_HEM_CM,
    pleatSeen: seen,
    pleatFolded: 2 * seen,
    pleatCloth: 3 * seen,
    pleatsCloth: 3 * n.wholeHip,
    pleatOfFour: seen + 8,
    pleatsOfFour: PLEATS * (seen + 8),
    pleatOfThree: seen + 6,
    pleatsOfThree: PLEATS * (seen + 6),
    pleatAtWaist: atWaist,
    pleatTaper: seen - atWaist,
    halfPleatTaper: (seen - atWaist) / 2,
    bandCut: n.wholeWaist + OVERLAP_CM + 2 * ALLOWANCE_CM,
  };
};
