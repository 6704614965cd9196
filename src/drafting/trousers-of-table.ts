import type { Measures, OptionValues } from "./block.ts";
import { draftTrousers, TROUSERS_OPTIONS, type TrousersOptions } from "./trousers.ts";

/** The draft of a table and of what the person has chosen. */
export const trousersOf = (measures: Measures, options: OptionValues) => {
  const chosen = (name: keyof TrousersOptions): number =>
    Number(options[name] ?? TROUSERS_OPTIONS[name]);
  return draftTrousers(
    {
      waistGirth: measures.waist_girth,
      hipGirth: measures.hip_girth,
      waistToHip: measures.waist_to_hip,
      bodyRise: measures.body_rise,
      waistToKnee: measures.waist_to_knee,
      waistToFloor: measures.waist_to_floor,
      // Absent where the table has none.
      totalCrotchLength: measures.total_crotch_length,
    },
    {
      waistEase: chosen("waistEase"),
      hipEase: chosen("hipEase"),
      crotchEase: chosen("crotchEase"),
      hemHeight: chosen("hemHeight"),
      kneeWider: chosen("kneeWider"),
      hemWider: chosen("hemWider"),
      frontDarts: Math.round(chosen("frontDarts")),
      backDarts: Math.round(chosen("backDarts")),
    },
  );
};
