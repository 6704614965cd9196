import { expect, it } from "vitest";
import type { OptionValues } from "../../../src/drafting/block.ts";
import { crossing, pointOn } from "../../../src/drafting/geometry.ts";
import { cuttingLine } from "../../../src/drafting/outline.ts";
import { on, type Pattern, type Piece } from "../../../src/drafting/pattern.ts";
import { seamProblems } from "../../../src/drafting/verify-pattern.ts";
import { sweepOf } from "../../support/sweep.ts";
import { BODIES } from "./bodies.ts";
import { draftsOf } from "./drafted.ts";

const { answer, pattern: sleeveWith } = draftsOf("sleeve-block");
const bodiceFor = draftsOf("bodice-block").answer;

const CHOICES: readonly OptionValues[] = [{}, { sideShift: 1, bustEase: 10, capEase: 3 }];

/** Bodice and sleeve of one body as one pattern, with the seam that joins them. */
const sewnTogether = (values: object, options: OptionValues): Pattern | null => {
  const bodice = bodiceFor(options, values).pattern;
  const sleeve = answer(options, values).pattern;
  if (!bodice || !sleeve) return null;
  const armscye = {
    name: "armscye",
    one: [on("sleeve", "cap")],
    other: [on("bodice-back", "armscye"), on("bodice-front", "armscye")],
    eased: Number(options.capEase ?? 2),
  };
  return { ...bodice, pieces: [...bodice.pieces, ...sleeve.pieces], seams: [armscye] };
};

it("a sleeve fits the armscye of its bodice, with notches that meet, for real bodies", () => {
  const cases = sweepOf(BODIES.filter((_, i) => i % 10 === 0)).flatMap(({ name, values }) =>
    CHOICES.map((options) => ({ name, pattern: sewnTogether(values, options) })),
  );
  const sewn = cases.filter(({ pattern }) => pattern);
  for (const { name, pattern } of sewn) expect(pattern && seamProblems(pattern), name).toEqual([]);
  expect(sewn.length / cases.length).toBeGreaterThan(0.95);
});

const PLACES = ["armscye", "side", "waist", "centre", "neck"];

it.each(PLACES)("a sleeve meets the notches of a bodice with its dart in the %s", (dartPlace) => {
  const pattern = sewnTogether({}, { dartPlace, dartShare: 60 }) as Pattern;
  expect(seamProblems(pattern)).toEqual([]);
});

it("a sleeve has the ease that is asked for, half in the back and half in the front", () => {
  for (const capEase of [0, 2, 4.5]) {
    const n = sleeveWith({ capEase }).numbers;
    expect((n.backCap ?? 0) - (n.backArmscye ?? 0)).toBeCloseTo(capEase / 2, 4);
    expect((n.frontCap ?? 0) - (n.frontArmscye ?? 0)).toBeCloseTo(capEase / 2, 4);
  }
});

it("a sleeve is as wide as arm and ease, and at the wrist as wrist and ease", () => {
  const n = sleeveWith({ bicepsEase: 7, wristEase: 10 }).numbers;
  expect(n.sleeveWidth).toBeCloseTo(35, 6);
  expect(n.wristWidth).toBeCloseTo(26, 6);
});

it("a sleeve is as long on its grainline as it is to be", () => {
  const choices: OptionValues[] = [{}, { wristEase: 20 }, { lengthChange: -35 }];
  for (const options of choices) {
    const { pieces, points, numbers } = sleeveWith(options);
    const wrist = pieces[0]?.edges.find(({ name }) => name === "wrist")?.curves[0];
    const { C, E } = points;
    if (!wrist || !C || !E) throw new Error("no wrist");
    const end = pointOn(wrist, crossing(wrist, C, E));
    expect(end.y - C.y).toBeCloseTo(numbers.sleeveLength ?? 0, 6);
  }
});

const TAPERED: readonly OptionValues[] = [{}, { bicepsEase: 8, wristEase: 1 }];

it.each(TAPERED)("a sleeve that tapers has a hem that can be turned up: %o", (options) => {
  const { pieces } = sleeveWith({ ...options, seamAllowance: 0 });
  const [{ edges }] = pieces as [Piece];
  const line = cuttingLine(edges);
  const widthAt = (level: number): number => {
    const crossings = line.flatMap((from, i) => {
      const to = line[i + 1] ?? from;
      const share = (level - from.y) / (to.y - from.y);
      return from.y > level === to.y > level ? [] : [from.x + (to.x - from.x) * share];
    });
    return Math.max(...crossings) - Math.min(...crossings);
  };
  const fold = edges.find(({ name }) => name === "wrist")?.curves[0]?.[0].y ?? Number.NaN;
  expect(widthAt(fold + 2)).toBeGreaterThan(widthAt(fold - 2) - 0.1);
});

it.each([
  ["an arm too strong for the armscye", { upper_arm_girth: 44 }, {}, "sleeve-cap-flat"],
  ["an arm too thin for the armscye", { upper_arm_girth: 16 }, {}, "sleeve-cap-high"],
  ["a sleeve above the underarm", {}, { lengthChange: -50 }, "sleeve-short"],
  ["a bodice that cannot be drafted", { waist_girth: 115 }, {}, "bodice-waist-large"],
])("a sleeve says why it drafts nothing for %s", (_what, values, options, reason) => {
  const { pattern, problems } = answer(options, values);
  expect(pattern).toBeNull();
  expect(problems).toContainEqual(expect.objectContaining({ kind: "unfit", reason }));
});

it("a sleeve asks about an elbow near the wrist", () => {
  expect(answer({}, { upper_arm_length: 50 }).problems).toContainEqual(
    expect.objectContaining({ kind: "unusual", field: "upper_arm_length" }),
  );
});
