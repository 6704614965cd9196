/** What a person chooses about cloth. It is apart from the plan, whose code stays in the worker. */

export const MATERIALS = ["cloth", "lining", "fusible"] as const;
export type Material = (typeof MATERIALS)[number];

/** How a material lies on the table. */
export interface ClothSetup {
  /** From selvedge to selvedge, before it is washed. */
  readonly width: number;
  /** Folded along its length, right sides together. */
  readonly isFolded: boolean;
  /** All pieces point the same way, as for velvet or a print with a direction. */
  readonly hasNap: boolean;
  /** By how much it becomes shorter and narrower when it is washed, in percent. */
  readonly shrinkage: number;
}

export const WIDTH_LIMITS = { min: 70, max: 180 } as const;
export const MAX_SHRINKAGE = 15;

/** Cloth is sold in steps of these, in centimetres. */
const STEP_CM = 5;
const EIGHTH_OF_YARD_CM = 91.44 / 8;

/** What is bought for a length in centimetres, rounded up: whole steps of 5 cm, and eighths of a yard. */
export const clothToBuy = (length: number): { readonly cm: number; readonly eighths: number } => ({
  cm: Math.ceil(length / STEP_CM - 1e-6) * STEP_CM,
  eighths: Math.ceil(length / EIGHTH_OF_YARD_CM - 1e-6),
});

/** Usual widths, from which the first one is chosen. */
export const USUAL_SETUP: Readonly<Record<Material, ClothSetup>> = {
  cloth: { width: 140, isFolded: true, hasNap: false, shrinkage: 0 },
  lining: { width: 140, isFolded: true, hasNap: false, shrinkage: 0 },
  fusible: { width: 90, isFolded: false, hasNap: false, shrinkage: 0 },
};
