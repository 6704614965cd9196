import type { SewingStep } from "../../drafting/pattern.ts";

type StepMessage =
  | "garments.step.band"
  | "garments.step.centre"
  | "garments.step.centre-vent"
  | "garments.step.darts"
  | "garments.step.facing"
  | "garments.step.facing-lined"
  | "garments.step.fuse-band"
  | "garments.step.fuse-facing"
  | "garments.step.hem"
  | "garments.step.hem-vent"
  | "garments.step.lining"
  | "garments.step.lining-hem"
  | "garments.step.lining-slit"
  | "garments.step.lining-waist"
  | "garments.step.sides"
  | "garments.step.vent"
  | "garments.step.zip";

/** The id of the text of a step in which a garment is sewn. */
export const stepMessage = (step: SewingStep): StepMessage => `garments.step.${step}`;
