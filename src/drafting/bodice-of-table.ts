import type { Measures, OptionValues } from "./block.ts";
import { BODICE_START, type BodiceDraft, draftBodice } from "./bodice.ts";
import { draftSleeve, SLEEVE_START, type SleeveDraft } from "./sleeve.ts";

/** Drafts the bodice of measures and options. Absent options are those of the lessons. */
export const bodiceOf = (m: Measures, options: OptionValues): BodiceDraft =>
  draftBodice(
    {
      bustGirth: m.bust_girth,
      waistGirth: m.waist_girth,
      neckBaseGirth: m.neck_base_girth,
      backNeckToWaist: m.back_neck_to_waist,
      scyeDepth: m.scye_depth,
      backWidth: m.across_back_width,
      acrossFrontWidth: m.across_front_width,
      shoulderLength: m.shoulder_length,
      shoulderSlope: m.shoulder_slope,
      bustPointDistance: m.bust_point_distance,
      sideNeckToBustPoint: m.side_neck_to_bust_point,
      sideNeckToWaistFront: m.side_neck_to_waist_front,
    },
    {
      bustEase: Number(options.bustEase ?? BODICE_START.bustEase),
      waistEase: Number(options.waistEase ?? BODICE_START.waistEase),
      sideShift: Number(options.sideShift ?? BODICE_START.sideShift),
    },
  );

/** Drafts the sleeve of measures and options. Absent options are those of the lessons. */
export const sleeveOf = (
  bodice: BodiceDraft,
  measures: Measures,
  options: OptionValues,
): SleeveDraft =>
  draftSleeve(
    bodice,
    {
      upperArmGirth: measures.upper_arm_girth,
      wristGirth: measures.wrist_girth,
      upperArmLength: measures.upper_arm_length,
      outerArmLength: measures.outer_arm_length,
    },
    {
      capEase: Number(options.capEase ?? SLEEVE_START.capEase),
      bicepsEase: Number(options.bicepsEase ?? SLEEVE_START.bicepsEase),
      wristEase: Number(options.wristEase ?? SLEEVE_START.wristEase),
      lengthChange: Number(options.lengthChange ?? SLEEVE_START.lengthChange),
    },
  );
