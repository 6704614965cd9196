import type { BlockOption } from "./block.ts";

const cm = (
  name: string,
  [min, max]: readonly [number, number],
  step: number,
  start: number,
  where?: BlockOption["where"],
): BlockOption => ({
  kind: "number",
  name,
  unit: "cm",
  min,
  max,
  step,
  start,
  ...(where && { where }),
});

const choice = (name: string, ...choices: readonly [string, ...string[]]): BlockOption => ({
  kind: "choice",
  name,
  choices,
  start: choices[0],
});

const DARTS = ["automatic", "0", "1", "2"] as const;

/** The options of the pencil skirt. Those that the skirt block has, too, have the same effect. */
export const PENCIL_OPTIONS: readonly BlockOption[] = [
  cm("length", [40, 100], 1, 60),
  cm("taper", [0, 5], 0.5, 2),
  choice("vent", "lapped", "none"),
  cm("ventLength", [8, 45], 1, 18, { option: "vent", choices: ["lapped"] }),
  choice("waistFinish", "facing", "waistband"),
  choice("lining", "unlined", "lined"),
  cm("waistEase", [0, 6], 0.5, 2),
  cm("hipEase", [0, 12], 0.5, 4),
  choice("backDarts", ...DARTS),
  choice("frontDarts", ...DARTS),
  cm("sideShift", [-3, 3], 0.5, 0),
  cm("seamAllowance", [0, 3], 0.5, 1.5),
  cm("hemAllowance", [0, 8], 0.5, 4),
];
