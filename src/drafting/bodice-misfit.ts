import type { FieldKey } from "../domain/measurements/fields.ts";
import type { DraftProblem } from "./block.ts";
import type { BodiceDraft } from "./bodice.ts";
import { distance } from "./geometry.ts";
import { reachOfDarts } from "./waist-darts.ts";

/** The problem of lines that do not meet, or cross: measures that no other reason of a bodice explains. */
export const crossedLines = (): DraftProblem =>
  unfit(
    "bodice-lines",
    ["bust_girth", "waist_girth", "back_neck_to_waist", "side_neck_to_waist_front", "scye_depth"],
    [],
  );

const unfit = (
  reason: string,
  fields: readonly FieldKey[],
  options: readonly string[],
  values: Readonly<Record<string, number>> = {},
): DraftProblem => ({ kind: "unfit", reason, fields, options, values });

/** The side may flare out by this much on each piece where the waist is wider than the bust. */
const WIDEST_FLARE = 5;
/** Two darts of 5 cm in each piece, and 5 cm at the side. */
const LARGEST_SURPLUS = 30;
const NARROWEST_ARMSCYE = 5;
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
export function bodiceMisfit(bodice: BodiceDraft): DraftProblem | null {
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
    measures.bustGirth > 0 &&
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

type Range = readonly [min: number, max: number];

/** Measures of which each may be right, but not together. The shares are those of size tables, and wider. */
export function bodiceDoubts(measures: Readonly<Record<FieldKey, number>>): DraftProblem[] {
  const m = measures;
  const ranges: readonly (readonly [FieldKey, Range])[] = [
    // A bust makes the front longer than the back, and never shorter.
    ["side_neck_to_waist_front", [m.back_neck_to_waist - 0.5, m.back_neck_to_waist * 1.25]],
    ["scye_depth", [m.back_neck_to_waist * 0.38, m.back_neck_to_waist * 0.7]],
    [
      "side_neck_to_bust_point",
      [m.side_neck_to_waist_front * 0.45, m.side_neck_to_waist_front * 0.82],
    ],
    ["bust_point_distance", [m.bust_girth * 0.14, m.bust_girth * 0.28]],
    ["neck_base_girth", [m.bust_girth * 0.29, m.bust_girth * 0.55]],
    ["across_back_width", [m.bust_girth * 0.29, m.bust_girth * 0.48]],
    ["across_front_width", [m.bust_girth * 0.27, m.bust_girth * 0.48]],
  ];
  return ranges.flatMap(([field, [min, max]]): DraftProblem[] => {
    const value = m[field];
    const usual: Range = [Math.round(min * 10) / 10, Math.round(max * 10) / 10];
    return value < usual[0] || value > usual[1] ? [{ kind: "unusual", field, usual }] : [];
  });
}
