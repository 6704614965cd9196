/**
 * How wide the bust dart is: the dart of the frame, by a published size table, and what the cup adds to it.
 * Lengths are in centimetres.
 */

import type { Measures } from "./block.ts";

/**
 * The corners of the size table for women's standard figures in W. Aldrich, "Metric Pattern Cutting for Women's
 * Wear", sixth edition: bust girth, back width and chest (across front width) together, and bust dart. Between them
 * the table grows evenly: sizes 6 to 16 by 4 cm of bust, 18 to 24 by 6 cm.
 */
const SIZE_TABLE = [
  { bust: 80, widths: 62.4, dart: 5.8 },
  { bust: 104, widths: 75.6, dart: 9.4 },
  { bust: 122, widths: 85.2, dart: 11.2 },
] as const;

type Column = keyof (typeof SIZE_TABLE)[number];

/** Reads one column of the size table by another one; beyond its ends it goes on evenly. */
const readTable = (of: Column, by: Column, value: number): number => {
  const [small, middle, large] = SIZE_TABLE;
  const [from, to] = value < middle[by] ? [small, middle] : [middle, large];
  return from[of] + ((value - from[by]) / (to[by] - from[by])) * (to[of] - from[of]);
};

const tableDart = (bust: number): number => readTable("dart", "bust", bust);

/** The bust of the size table for a back width and an across front width. */
export const tableBust = (widths: number): number => readTable("bust", "widths", widths);

/**
 * By how much the bust of a medium cup is larger than the high bust: 2 inches, the B cup for which patterns are
 * drafted that name no cup (dresspatternmaking.com, "Bust Cup Sizes").
 */
const MEDIUM_CUP = 5;

/**
 * How much wider the dart is for each centimetre of bust beyond the medium cup. Ours: half of that centimetre belongs
 * to the half front. Were the dart to give all of it where the front width is measured, half way down the dart, it
 * would have to grow by a whole centimetre at the shoulder. A quarter is left to the armscye, for a fuller bust
 * reaches further under the arm. An inch of cup makes the dart 1.9 cm wider.
 */
export const PER_CUP = 0.75;

/** A narrower dart only makes a fold; ours. */
const NARROWEST = 2;

interface BustDart {
  /** As measured, or that of the size table for the widths of back and front. */
  readonly highBust: number;
  readonly isMeasured: boolean;
  /** The bust that this frame has with a medium cup. */
  readonly mediumBust: number;
  /** The dart of the size table for that bust. */
  readonly mediumDart: number;
  /** How wide the dart is at the shoulder. */
  readonly width: number;
}

/**
 * Finds the bust dart by frame and cup. The high bust says how large the frame is, and the size table which dart
 * it has with a medium cup; what the bust has more or less than that cup makes the dart wider or narrower.
 * Without a high bust, the widths of back and front say how large the frame is: they do not grow with the cup either.
 */
export const bustDart = (body: Measures): BustDart => {
  const widths = body.across_back_width + body.across_front_width;
  const highBust = body.upper_chest_girth ?? tableBust(widths) - MEDIUM_CUP;
  const mediumBust = highBust + MEDIUM_CUP;
  const mediumDart = tableDart(mediumBust);
  return {
    highBust,
    isMeasured: body.upper_chest_girth !== undefined,
    mediumBust,
    mediumDart,
    width: Math.max(NARROWEST, mediumDart + PER_CUP * (body.bust_girth - mediumBust)),
  };
};
