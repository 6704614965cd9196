import { Result } from "../lib/result.ts";
import type { Measures } from "./block.ts";
import { add, at, crossing, distance, lengthOfAll, pointOn } from "./geometry.ts";
import { type Leg, makeLeg, trousersLetters } from "./trousers-leg.ts";

/** What the person chooses, in centimetres and counts. */
export interface TrousersOptions {
  readonly waistEase: number;
  readonly hipEase: number;
  readonly crotchEase: number;
  /** How far the hem is above the floor. */
  readonly hemHeight: number;
  /** How much wider than the lessons' the whole leg is at knee and hem. */
  readonly kneeWider: number;
  readonly hemWider: number;
  readonly frontDarts: number;
  readonly backDarts: number;
}

/** The options of the lessons. */
export const TROUSERS_OPTIONS: TrousersOptions = {
  waistEase: 2,
  hipEase: 4,
  crotchEase: 1,
  hemHeight: 2,
  kneeWider: 0,
  hemWider: 0,
  frontDarts: 1,
  backDarts: 2,
};

/** The back is wider than the front: at the hip by 1 cm, each half of the leg by 1 cm. */
const FRONT_LESS = 0.5;
/** The centre front leans by 1 cm at the waist, the centre back by 1 cm on 8 cm. */
const LEAN_FRONT = 1;
const LEAN_BACK = 8;
/** How far the waist lies above waist level: at the centre back, so that one can sit, and at the side. */
const RISE_BACK = 2;
const RISE_SIDE = 1;
/** How much rise and fork of the back may differ from those of the lessons to fit the crotch length. */
const FIT_LEAST = -2;
const FIT_MOST = 5;
/** What darts and side take in at most; at the side it may also be let out. */
const DART_MOST = 3.5;
const SIDE_MOST = 7;
const SIDE_OUT = 9;

/** The hip line lies at most so far down the rise: below it, the crotch curve needs room. */
const HIP_LOWEST = 0.75;
/** When corrections are small enough: a micrometre; and how often they are made at most. */
const EXACT = 0.0001;
const ROUNDS = 25;

/** Why trousers cannot be drafted; the numbers are for the text. */
export type TrousersFailure =
  | { readonly reason: "trousers-hip-low"; readonly hip: number; readonly crotch: number }
  | { readonly reason: "trousers-hem-high"; readonly hem: number; readonly knee: number }
  | { readonly reason: "trousers-waist"; readonly waist: number; readonly hip: number };

const toHalf = (value: number): number => Math.round(value * 2) / 2;
const within = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/** How far from the corner below the hip line the crotch curve passes, on the diagonal of the corner. */
const fromCorner = ({ shape, crotch }: Leg, crotchLine: number): number => {
  const corner = at(shape.centreHip.x, crotchLine);
  const curve = crotch[1];
  return distance(corner, pointOn(curve, crossing(curve, corner, add(corner, at(-1, -1)))));
};

/** The width of one of the darts: each takes a third of what is left over, and none less than 1 cm. */
const dartWidth = (surplus: number, count: number): number => {
  const width = Math.min(DART_MOST, toHalf(surplus / 3));
  return count === 0 || width < 1 ? 0 : width;
};

/**
 * Drafts the straight trousers block, front and back.
 *
 * Sources. The build is that of the tailored trousers in W. Aldrich, "Metric Pattern Cutting for Women's Wear", sixth
 * edition: quarters of the hip, the back 1 cm wider; a front fork of a sixteenth of the hip and 0.5 cm; a back that is
 * drawn over the front, moved inwards by a quarter of the distance between crease and centre front, with half a fork
 * more, its centre slanted and raised by 2 cm; a centre front that leans by 1 cm. Ours, with the reason:
 * - the crease halves the front at the crotch line, so that the leg hangs straight;
 * - crotch seam and inseam are square to each other, so that they close in one curve;
 * - what the waist is smaller is shared in thirds, so that a dart is no wider than it can be pressed;
 * - a quarter of the hip and 25 cm at the knee, 20 cm at the hem, for a leg that is straight at every size;
 * - a hem square to side and inseam, because a straight one has corners at the seams of a leg that tapers or flares;
 * - where the body's crotch length is known, the rise and the fork of the back share the difference, because one fits
 *   a crotch at both.
 *
 * Side seams, inseams, waist and, where it is given, the crotch length are exact: after the draft by ruler, the
 * points of the waist at the side, the fork of the back and its rise move until they are.
 *
 * @returns `numbers` in centimetres unless they count darts; `points`, lettered as in the lessons, those of the
 * back with a 1; `drafted` as drawn by ruler; `front` and `back` as they are sewn
 */
export function draftTrousers(body: Measures, options: TrousersOptions) {
  const { waist_girth: waistGirth, hip_girth: hipGirth, waist_to_hip: waistToHip } = body;
  const { waist_to_knee: waistToKnee, waist_to_floor: waistToFloor } = body;
  const crotchLine = body.body_rise + options.crotchEase;
  const hemLevel = waistToFloor - options.hemHeight;
  const hipLine = Math.min(waistToHip, HIP_LOWEST * crotchLine);
  if (waistToHip >= crotchLine)
    return Result.fail<TrousersFailure>({
      reason: "trousers-hip-low",
      hip: waistToHip,
      crotch: crotchLine,
    });
  const quarterWaist = (waistGirth + options.waistEase) / 4;
  const frontHip = (hipGirth + options.hipEase) / 4 - FRONT_LESS;
  const backHip = (hipGirth + options.hipEase) / 4 + FRONT_LESS;
  const frontFork = hipGirth / 16 + 0.5;
  const backFork = frontFork / 2;
  const crease = (frontHip - frontFork) / 2;
  const backShift = crease / 4;
  const kneeWidth = Math.max(16, hipGirth / 4 + 25 + options.kneeWider);
  const hemWidth = Math.max(14, hipGirth / 4 + 20 + options.hemWider);

  const centreLean = within(frontHip - quarterWaist, 0, LEAN_FRONT);
  const backLean = (hipLine + RISE_BACK) / LEAN_BACK;
  const frontSurplus = frontHip - quarterWaist - centreLean;
  const backSurplus = backHip - quarterWaist - backLean;
  const frontDart = dartWidth(frontSurplus, options.frontDarts);
  const backDart = dartWidth(backSurplus, options.backDarts);
  const frontDarts = frontDart > 0 ? options.frontDarts : 0;
  const backDarts = backDart > 0 ? options.backDarts : 0;
  const frontSide = frontSurplus - frontDarts * frontDart;
  const backSide = backSurplus - backDarts * backDart;
  if (Math.max(frontSide, backSide) > SIDE_MOST || Math.min(frontSide, backSide) < -SIDE_OUT)
    return Result.fail<TrousersFailure>({
      reason: "trousers-waist",
      waist: waistGirth,
      hip: hipGirth,
    });

  const levels = { kneeLevel: waistToKnee, hemLevel };
  const knee = { front: kneeWidth / 4 - FRONT_LESS, back: kneeWidth / 4 + FRONT_LESS };
  const hem = { front: hemWidth / 4 - FRONT_LESS, back: hemWidth / 4 + FRONT_LESS };
  const forkPoint = -crease - frontFork;
  // The inseam must lead down to the knee, not across to it.
  const outward = backFork - forkPoint - knee.back;
  if (hemLevel - waistToKnee < 4 || waistToKnee - crotchLine < Math.max(8, outward))
    return Result.fail<TrousersFailure>({
      reason: "trousers-hem-high",
      hem: hemLevel,
      knee: waistToKnee,
    });
  const frontHollow = within((-forkPoint - knee.front) / 3, 0, 1);
  const backHollow = within((-forkPoint + backFork - knee.back) / 3, 0, 2);
  const frontDartLength = hipLine / 2;
  const backDartLength = hipLine * 0.6;
  const centreBackHip = -crease + backShift;

  const frontOf = (takenIn: number): Leg => {
    const centreWaist = at(-crease + centreLean, 0);
    const sideWaist = at(frontHip - crease - frontSide - takenIn, -RISE_SIDE);
    // The first dart lies in the crease, a second one half way from there to the side.
    const share = within(-centreWaist.x / distance(centreWaist, sideWaist), 0.3, 0.55);
    const shares = [share, (1 + share) / 2].slice(0, frontDarts);
    return makeLeg({
      ...levels,
      centreWaist,
      centreHip: at(-crease, hipLine),
      fork: at(forkPoint, crotchLine),
      sideWaist,
      sideHip: at(frontHip - crease, hipLine),
      knee: knee.front,
      hem: hem.front,
      hollow: frontHollow,
      dartWidth: frontDart,
      darts: shares.map((place, i) => ({ share: place, length: frontDartLength - 1.5 * i })),
    });
  };

  /** @param fit how much more the back rises and its fork reaches; @param drop of the fork's point */
  const backOf = (takenIn: number, sideRise: number, drop: number, fit: number): Leg => {
    const rise = RISE_BACK + fit;
    return makeLeg({
      ...levels,
      centreWaist: at(centreBackHip + (hipLine + rise) / LEAN_BACK, -rise),
      centreHip: at(centreBackHip, hipLine),
      fork: at(forkPoint - backFork - fit, crotchLine + drop),
      sideWaist: at(centreBackHip + backHip - backSide - takenIn, -sideRise),
      sideHip: at(centreBackHip + backHip, hipLine),
      knee: knee.back,
      hem: hem.back,
      hollow: backHollow,
      dartWidth: backDart,
      darts: Array.from({ length: backDarts }, (_, i) => ({
        share: (i + 1) / (backDarts + 1),
        length: backDartLength - 2 * i,
      })),
    });
  };

  // Without it the back rises as the lessons say.
  const { total_crotch_length: asked }: Partial<Measures> = body;
  const fitFor = (crotch: number): number =>
    asked === undefined
      ? 0
      : within(fit + (asked + options.crotchEase - crotch) / 2, FIT_LEAST, FIT_MOST);
  let [frontIn, backIn, sideRise, drop, fit] = [0, 0, RISE_SIDE, 0, 0];
  let front = frontOf(0);
  let back = backOf(0, RISE_SIDE, 0, 0);
  // Each correction moves its seam almost by its own size, so a few rounds are enough.
  for (let round = 0; round < ROUNDS; round++) {
    const changes = [
      front.trued.length - quarterWaist,
      back.trued.length - quarterWaist,
      lengthOfAll(front.side) - lengthOfAll(back.side),
      lengthOfAll(back.inseam) - lengthOfAll(front.inseam),
      fitFor(lengthOfAll(front.crotch) + lengthOfAll(back.crotch)) - fit,
    ] as const;
    if (changes.every((change) => Math.abs(change) < EXACT)) break;
    frontIn += changes[0];
    backIn += changes[1];
    sideRise += changes[2];
    drop += changes[3];
    fit += changes[4];
    front = frontOf(frontIn);
    back = backOf(backIn, sideRise, drop, fit);
  }

  const drafted = { front: frontOf(0), back: backOf(0, sideRise, drop, fit) };
  const crotchWith = (more: number): number =>
    lengthOfAll(front.crotch) + lengthOfAll(backOf(backIn, sideRise, drop, more).crotch);
  const frontCrotch = lengthOfAll(front.crotch);
  const backCrotch = lengthOfAll(back.crotch);
  return Result.ok({
    numbers: {
      legLength: waistToFloor - body.body_rise,
      crotchLine,
      hipLine,
      hemLevel,
      quarterWaist,
      frontHip,
      backHip,
      halfHip: frontHip + backHip,
      frontFork,
      backFork,
      crease,
      backShift,
      centreLean,
      backLean,
      backRise: RISE_BACK + fit,
      frontSurplus,
      backSurplus,
      frontDarts,
      backDarts,
      frontDartWidth: frontDart,
      backDartWidth: backDart,
      frontDartLength,
      backDartLength,
      secondBackDartLength: backDartLength - 2,
      frontSide,
      backSide,
      kneeWidth,
      hemWidth,
      frontKnee: 2 * knee.front,
      backKnee: 2 * knee.back,
      frontHem: 2 * hem.front,
      backHem: 2 * hem.back,
      frontInseamHollow: frontHollow,
      backInseamHollow: backHollow,
      forkDrop: drop,
      frontCurve: fromCorner(drafted.front, crotchLine),
      backCurve: fromCorner(drafted.back, crotchLine),
      sideRise,
      measuredFront: drafted.front.trued.length,
      measuredBack: drafted.back.trued.length,
      halfWaist: front.trued.length + back.trued.length,
      sideSeam: lengthOfAll(front.side),
      inseam: lengthOfAll(front.inseam),
      frontCrotch,
      backCrotch,
      crotchLength: frontCrotch + backCrotch,
    },
    steps: { crotchFit: fit, frontCorrection: frontIn, backCorrection: backIn },
    /** The crotch lengths of bodies that this draft can be made to fit. */
    crotchReach: [
      crotchWith(FIT_LEAST) - options.crotchEase,
      crotchWith(FIT_MOST) - options.crotchEase,
    ] as const,
    points: trousersLetters(drafted.front, drafted.back, crotchLine),
    drafted,
    front,
    back,
  });
}
