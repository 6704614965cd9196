import { describe, expect, it } from "vitest";
import type { Values } from "../../../src/domain/measurements/fields.ts";
import type { DraftProblem, OptionValues } from "../../../src/drafting/block.ts";
import { draft } from "../../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { BODIES } from "./bodies.ts";

const refusalOf = (block: string, values: object, options: OptionValues = {}) => {
  const { pattern, problems } = draft({ block, values, options });
  expect(pattern).toBeNull();
  return problems.find(
    (problem): problem is Extract<DraftProblem, { kind: "unfit" }> => problem.kind === "unfit",
  );
};

describe("a refusal", () => {
  it("names the allowance, and the widest one that fits", () => {
    const options = { bicepsEase: 1, seamAllowance: 3 };
    const isDrafted = (values: Values, seamAllowance: number): boolean =>
      draft({ block: "sleeve-block", values, options: { ...options, seamAllowance } }).pattern !==
      null;
    const values = BODIES.map((body) => body.values).find(
      (each) => isDrafted(each, 0) && !isDrafted(each, options.seamAllowance),
    );
    const refusal = refusalOf("sleeve-block", values ?? {}, options);
    const cause = { reason: "allowance-wide", fields: [], options: ["seamAllowance"] };
    expect(refusal).toMatchObject(cause);
    const most = refusal?.values.most ?? 0;
    expect([most, most + 0.1].map((each) => isDrafted(values ?? {}, each))).toEqual([true, false]);
  });

  it("names the choice alone where the choice of the lessons would do", () => {
    expect(refusalOf("sleeve-block", EXAMPLE_BODY, { bicepsEase: 14, capEase: 0 })).toMatchObject({
      reason: "sleeve-cap-flat",
      fields: [],
      options: ["bicepsEase"],
    });
  });

  it("names the measures where no choice is to blame", () => {
    expect(
      refusalOf("sleeve-block", { ...EXAMPLE_BODY, upper_arm_girth: 44 }, { bicepsEase: 6 })
        ?.fields,
    ).toContain("upper_arm_girth");
  });

  it.each(["bodice-block", "sleeve-block"])("of a child's table says so, for %s", (block) => {
    const child = Object.fromEntries(
      Object.entries(EXAMPLE_BODY).map(([field, value]) => [field, value * 0.72]),
    );
    const values = { ...child, shoulder_slope: 22 };
    expect(refusalOf(block, values)).toMatchObject({ reason: "bodice-child" });
    expect(
      draft({ block, values, options: {} }).problems.filter(({ kind }) => kind === "note"),
    ).toEqual([]);
  });
});
