import type { FieldKey } from "../domain/measurements/fields.ts";
import { Result } from "../lib/result.ts";
import {
  type Block,
  type BlockOption,
  choice,
  cm,
  type DraftProblem,
  drawn,
  type Measures,
  note,
  numbersOf,
  type OptionValues,
  unfit,
  unusual,
  withUnasked,
} from "./block.ts";
import { BACK_SHOULDERS, BODICE_START, type BodiceDraft, draftBodice } from "./bodice.ts";
import { bodicePattern } from "./bodice-pieces.ts";
import { type DartPlace, positionOfPlace } from "./dart-moves.ts";
import { type BodiceAllowances, draftedFront, moveDartTo } from "./front-piece.ts";
import { crossesItself, distance } from "./geometry.ts";
import { cuttingLine, flatten } from "./outline.ts";
import type { Pattern } from "./pattern.ts";
import { BODICE_LINES } from "./refusal-cause.ts";
import { skirtWarnings } from "./skirt-block.ts";
import { draftSleeve, type SleeveDraft } from "./sleeve.ts";
import { reachOfDarts } from "./waist-darts.ts";

const isToHip = (options: OptionValues): boolean => options.bodiceLength === "to-hip";

/** Drafts the bodice of measures. Options that a block does not have are those of the lessons. */
export const bodiceOf = (measures: Measures, options: OptionValues): BodiceDraft =>
  draftBodice(measures, {
    ...numbersOf({ ...BODICE_START, ...options }, [
      "bustEase",
      "waistEase",
      "hipEase",
      "sideShift",
    ]),
    backShoulder: options.backShoulder === "dart" ? "dart" : "eased",
    isToHip: isToHip(options),
  });

/** Drafts the sleeve of measures, with all options. */
export const sleeveOf = (
  bodice: BodiceDraft,
  measures: Measures,
  options: OptionValues,
): SleeveDraft =>
  draftSleeve(
    bodice,
    measures,
    numbersOf(options, ["capEase", "bicepsEase", "wristEase", "lengthChange"]),
  );

/** What lines that do not meet, or cross, are about: measures that no other reason of a bodice explains. */
const OF_LINES = [
  "bust_girth",
  "waist_girth",
  "back_neck_to_waist",
  "side_neck_to_waist_front",
  "scye_depth",
] as const;

/** The side may flare out by this much on each piece where the waist is wider than the bust. */
const WIDEST_FLARE = 5;
/** Two darts of 5 cm in each piece, and 5 cm at the side. */
const LARGEST_SURPLUS = 30;
const NARROWEST_ARMSCYE = 5;
/** A side seam that goes further out from waist to hip would stand off as a corner. */
const WIDEST_HIP = 8;
/** Below it no dart can be drawn under the waist. */
const LEAST_WAIST_TO_HIP = 10;
/** Between the side seam and the armscye's upright part. */
const BESIDE_ARMSCYE = 1.5;
const SHALLOWEST_ARMSCYE = 5;
/** Between the end of a dart and the edge of the piece. */
const BESIDE_DART = 1;
/** The largest half angle of the bust dart, as its sine. */
const WIDEST_DART = 0.5;

/**
 * Why measures and choices make no bodice that could be sewn, or null. It looks at the draft's own lines, so that
 * no body is refused for a number that a table does not have.
 */
function bodiceMisfit(bodice: BodiceDraft): DraftProblem | null {
  const { points: q, numbers: n, measures, choices } = bodice;
  if (n.surplus > LARGEST_SURPLUS)
    return unfit("bodice-waist-small", ["bust_girth", "waist_girth"], ["bustEase", "waistEase"]);
  if (n.sideEach < -WIDEST_FLARE)
    return unfit("bodice-waist-large", ["bust_girth", "waist_girth"], ["bustEase", "waistEase"]);
  if (!(n.armscyeWidth >= NARROWEST_ARMSCYE))
    return unfit(
      "bodice-armscye-narrow",
      ["bust_girth", "across_back_width", "across_front_width"],
      ["bustEase"],
      { width: n.armscyeWidth },
    );
  if (n.armscyeWidth / 2 - Math.abs(choices.sideShift) < BESIDE_ARMSCYE)
    return unfit("bodice-side-far", [], ["sideShift"], { width: n.armscyeWidth });

  const { torso } = bodice;
  if (torso && (n.sideEach + torso.hipEach > WIDEST_HIP || torso.hipEach < -WIDEST_HIP))
    return unfit("bodice-hip", ["bust_girth", "waist_girth", "hip_girth"], ["bustEase", "hipEase"]);

  const bustPoint: FieldKey[] = [
    "side_neck_to_bust_point",
    "bust_point_distance",
    "side_neck_to_waist_front",
    "back_neck_to_waist",
  ];
  const isOnFront =
    Number.isFinite(q.M.y) &&
    q.M.x > q.S.x + BESIDE_DART &&
    q.M.x < q.D.x - BESIDE_DART &&
    q.M.y > q.L.y + BESIDE_DART &&
    q.X1.y < q.X.y - BESIDE_DART &&
    measures.bust_girth > 0 &&
    n.dartWidth / 2 / distance(q.M, q.N) < WIDEST_DART;
  if (!isOnFront) return unfit("bodice-bust-point", bustPoint, []);

  const isDeep =
    q.F.y - q.H.y >= SHALLOWEST_ARMSCYE &&
    q.R.y - q.Q.y >= SHALLOWEST_ARMSCYE &&
    q.C.y - q.F.y >= SHALLOWEST_ARMSCYE &&
    q.L.y < q.E.y - SHALLOWEST_ARMSCYE;
  if (!isDeep)
    return unfit(
      "bodice-armscye-depth",
      ["scye_depth", "back_neck_to_waist", "shoulder_length", "shoulder_slope"],
      [],
    );
  if (q.H.x < q.G.x + 1 || q.F.x < q.G.x || q.K.x - q.R.x < 0)
    return unfit(
      "bodice-shoulder",
      ["neck_base_girth", "shoulder_length", "across_back_width", "across_front_width"],
      [],
    );

  const reach = n.backDarts > 0 ? reachOfDarts(n.backDarts, n.waistDart) : 0;
  const frontReach = reachOfDarts(n.frontDarts, n.waistDart);
  const hasRoom =
    q.W.x - reach > BESIDE_DART &&
    q.W.x + reach < q.U.x - BESIDE_DART &&
    q.X.x + frontReach < q.E.x - BESIDE_DART &&
    q.X.x - frontReach > q.V.x + BESIDE_DART;
  return hasRoom
    ? null
    : unfit("bodice-waist-small", ["bust_girth", "waist_girth"], ["bustEase", "waistEase"]);
}

/** How much lower than the back's the front's end of the shoulder lies, its dart open: wider than all size tables. */
const SHOULDER_DROP = [-2, 7] as const;
/** How long an armscye is beside the girth of its arm, wider than all size tables. */
const ARMSCYE_OF_ARM = [1.2, 1.95] as const;

/**
 * What the draft shows to be wrong with its measures: a shoulder that no dart brings to the height of the back's,
 * and an armscye that does not belong to the arm.
 */
const warningsOfDraft = (m: Measures, { points: q, numbers: n }: BodiceDraft): DraftProblem[] => {
  const drop = q.Q.y - q.H.y;
  const [least, most] = SHOULDER_DROP;
  const length = m.side_neck_to_waist_front;
  const armscye = n.backArmscye + n.frontArmscye;
  return unusual(m, {
    side_neck_to_waist_front: [length + drop - most, length + drop - least],
    upper_arm_girth: [armscye / ARMSCYE_OF_ARM[1], armscye / ARMSCYE_OF_ARM[0]],
  });
};

/** A wider bust dart, in degrees, is sewn as two; ours: its cone is too steep for one seam to end in without a peak. */
const WIDEST_BUST_DART = 25;

/** The note of a high bust that the table has not. */
const HIGH_BUST = "bodice-high-bust";

export const isHighBustNote = (problem: DraftProblem): boolean =>
  problem.kind === "note" && problem.reason === HIGH_BUST;

/** What a person should know of the darts of a bodice. */
export const bodiceNotes = (measures: Measures, options: OptionValues): DraftProblem[] => {
  const bodice = isChild(measures) ? null : drawn(() => bodiceOf(measures, options));
  if (!bodice) return [];
  const { bust, numbers: n, dartAngle } = bodice;
  const notes: DraftProblem[] = [];
  if (!bust.isMeasured)
    notes.push(note(HIGH_BUST, ["upper_chest_girth"], [], { high: bust.highBust }));
  const share = options.dartPlace === "shoulder" ? 0 : Number(options.dartShare) / 100;
  const widest = Math.max(share, 1 - share) * dartAngle * (180 / Math.PI);
  if (widest > WIDEST_BUST_DART)
    notes.push(note("bodice-dart-two", [], ["dartPlace", "dartShare"], { width: n.dartWidth }));
  if (n.frontDarts > 1)
    notes.push(
      note("bodice-waist-two", [], [], { width: n.frontDarts * n.waistDart, each: n.waistDart }),
    );
  return notes;
};

/** Measures of which each may be right, but not together. The shares are those of size tables, and wider. */
export const bodiceWarnings = (m: Measures, options: OptionValues): DraftProblem[] => {
  if (isChild(m)) return [];
  const together = unusual(m, {
    upper_chest_girth: [m.bust_girth - LARGEST_CUP, m.bust_girth + 6],
    bust_front_arc: [m.bust_girth * 0.46, m.bust_girth * 0.66],
    // A bust makes the front longer than the back, and never shorter.
    side_neck_to_waist_front: [m.back_neck_to_waist - 0.5, m.back_neck_to_waist * 1.25],
    scye_depth: [m.back_neck_to_waist * 0.38, m.back_neck_to_waist * 0.7],
    side_neck_to_bust_point: [m.side_neck_to_waist_front * 0.45, m.side_neck_to_waist_front * 0.82],
    bust_point_distance: [m.bust_girth * 0.14, m.bust_girth * 0.28],
    neck_base_girth: [m.bust_girth * 0.29, m.bust_girth * 0.55],
    across_back_width: [m.bust_girth * 0.29, m.bust_girth * 0.48],
    across_front_width: [m.bust_girth * 0.27, m.bust_girth * 0.48],
  });
  const bodice = drawn(() => bodiceOf(m, options));
  return bodice ? withUnasked(together, warningsOfDraft(m, bodice)) : together;
};

/** The measures of a bodice, in the order in which one takes them. */
export const BODICE_NEEDS = [
  "bust_girth",
  "waist_girth",
  "neck_base_girth",
  "back_neck_to_waist",
  "scye_depth",
  "across_back_width",
  "across_front_width",
  "shoulder_length",
  "shoulder_slope",
  "bust_point_distance",
  "side_neck_to_bust_point",
  "side_neck_to_waist_front",
] as const;

/** What a bodice to the hips also needs. */
const HIP_NEEDS = ["hip_girth", "waist_to_hip"] as const;

/** The measures that a bodice also uses: the dart by the cup, and the armscye beside the arm. */
const BODICE_USES = ["upper_chest_girth", "bust_front_arc", "upper_arm_girth"] as const;

/**
 * Below both of these a body is a child's, in centimetres. No size table for women begins below them; ours, for a
 * table for children overlaps those of small women.
 */
const CHILD = { bust: 70, back: 34 } as const;

const isChild = (m: Measures): boolean =>
  m.bust_girth < CHILD.bust && m.back_neck_to_waist < CHILD.back;

/** Bust beyond the high bust: cup J. */
const LARGEST_CUP = 28;

/** Where the bust dart may be. In the shoulder it is drafted; the other places are those of the lessons. */
const DART_PLACES = [
  "shoulder",
  "armscye",
  "side",
  "waist",
  "centre",
  "neck",
] as const satisfies readonly (DartPlace | "shoulder")[];

/** The options that decide the shape of the armscye; those of a sleeve are the same. */
export const ARMSCYE_OPTIONS: readonly BlockOption[] = [
  cm("bustEase", [4, 16], 0.5, BODICE_START.bustEase),
  cm("sideShift", [-2, 2], 0.5, 0),
  choice("backShoulder", BACK_SHOULDERS),
];

/**
 * Drafts a bodice and what is made of it. Measures that do not go together are a problem, and so are lines that do
 * not meet or that cross.
 */
export const withBodice = (
  measures: Measures,
  options: OptionValues,
  make: (bodice: BodiceDraft) => Result<Pattern, DraftProblem>,
): Result<Pattern, DraftProblem> => {
  if (isChild(measures))
    return Result.fail(unfit("bodice-child", ["bust_girth", "back_neck_to_waist"], []));
  const result = drawn(() => {
    const bodice = bodiceOf(measures, options);
    const misfit = bodiceMisfit(bodice);
    if (misfit) return Result.fail(misfit);
    const made = make(bodice);
    if (!made.ok) return made;
    const crosses = made.value.pieces.some(
      ({ edges }) =>
        crossesItself(edges.flatMap(({ curves }) => curves.flatMap((c) => flatten(c).slice(1)))) ||
        crossesItself(cuttingLine(edges)),
    );
    return crosses ? null : made;
  });
  return result ?? Result.fail(unfit(BODICE_LINES, OF_LINES, []));
};

/** The close-fitting bodice with a bust dart that can be moved. @see draftBodice for its formulas */
export const bodiceBlock: Block = {
  id: "bodice-block",
  needs: (options) => [...BODICE_NEEDS, ...(isToHip(options) ? HIP_NEEDS : [])],
  uses: BODICE_USES,
  options: [
    choice("bodiceLength", ["to-waist", "to-hip"]),
    ...ARMSCYE_OPTIONS.slice(0, 1),
    cm("waistEase", [0, 16], 0.5, BODICE_START.waistEase),
    cm("hipEase", [0, 12], 0.5, BODICE_START.hipEase, {
      option: "bodiceLength",
      choices: ["to-hip"],
    }),
    choice("dartPlace", DART_PLACES),
    {
      ...cm("dartShare", [0, 100], 5, 100, {
        option: "dartPlace",
        choices: DART_PLACES.slice(1),
      }),
      unit: "percent",
    },
    ...ARMSCYE_OPTIONS.slice(1),
    cm("seamAllowance", [0, 3], 0.1, 1),
    cm("hemAllowance", [0, 5], 0.1, 1),
  ],
  warnings: (measures, options) => [
    ...bodiceNotes(measures, options),
    ...bodiceWarnings(measures, options),
    ...(isToHip(options) ? skirtWarnings(measures) : []),
  ],
  draft(measures, options) {
    if (isToHip(options) && options.dartPlace === "waist")
      return Result.fail(unfit("bodice-hip-dart", [], ["bodiceLength", "dartPlace"]));
    if (isToHip(options) && measures.waist_to_hip < LEAST_WAIST_TO_HIP)
      return Result.fail(
        unfit("hip-too-near", ["waist_to_hip"], [], { least: LEAST_WAIST_TO_HIP }),
      );
    return withBodice(measures, options, (bodice) => {
      const allowances: BodiceAllowances = {
        seam: Number(options.seamAllowance),
        waist: Number(options.hemAllowance),
      };
      const place = options.dartPlace as (typeof DART_PLACES)[number];
      const share = Number(options.dartShare) / 100;
      const front =
        place === "shoulder"
          ? draftedFront(bodice, allowances)
          : moveDartTo(bodice, positionOfPlace(bodice, place), share, allowances);
      return Result.ok(bodicePattern(bodice, allowances, front));
    });
  },
};
