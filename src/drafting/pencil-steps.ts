import type { OptionValues } from "./block.ts";
import type { SewingStep } from "./pattern.ts";

/** The steps in which the pencil skirt is sewn, in the order of the trade handbooks. */
export const sewingSteps = (given: OptionValues): SewingStep[] => {
  const hasVent = given.vent === "lapped";
  const isLined = given.lining === "lined";
  const isFaced = given.waistFinish === "facing";
  const steps: readonly (readonly [SewingStep, boolean])[] = [
    ["fuse-facing", isFaced],
    ["fuse-band", !isFaced],
    ["darts", true],
    ["centre-vent", hasVent],
    ["centre", !hasVent],
    ["zip", true],
    ["vent", hasVent],
    ["sides", true],
    ["lining", isLined],
    ["lining-slit", isLined && hasVent],
    ["facing", isFaced && !isLined],
    ["facing-lined", isFaced && isLined],
    ["lining-waist", !isFaced && isLined],
    ["band", !isFaced],
    ["hem-vent", hasVent],
    ["hem", !hasVent],
    ["lining-hem", isLined],
  ];
  return steps.flatMap(([name, isDone]) => (isDone ? [name] : []));
};
