import { type LengthUnit, MM_PER_UNIT } from "../../domain/drawn-length.ts";

/** The shortest and the longest known length, in millimetres, as the school takes them. */
export const KNOWN_LENGTHS = { least: 1, most: 10_000 } as const;

/**
 * A length as a person types it, with a comma or a point, in millimetres.
 * @returns null if it is no length, or too short or too long
 */
export const parseLength = (typed: string, unit: LengthUnit): number | null => {
  const text = typed.trim().replace(",", ".");
  if (!/^\d+(\.\d*)?$|^\.\d+$/.test(text)) return null;
  const mm = Number(text) * MM_PER_UNIT[unit];
  return mm >= KNOWN_LENGTHS.least && mm <= KNOWN_LENGTHS.most ? mm : null;
};
