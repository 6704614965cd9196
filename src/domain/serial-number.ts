import { UUID } from "../lib/uuid.ts";

/** Characters that are copied along with a number: spaces, quotes, brackets, dashes. */
const SEPARATORS = /[\s\p{Pd}\p{Cf}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\u2212"']/gu;

/**
 * Normalises a typed or pasted serial number: lower case, grouped 8-4-4-4-12. A text that is no
 * serial number is only trimmed and converted to lower case.
 */
export const normaliseSerialNumber = (typed: string): string => {
  const lower = typed.normalize("NFKC").trim().toLowerCase();
  const digits = lower.replaceAll(SEPARATORS, "");
  if (!/^[\da-f]{32}$/.test(digits)) return lower;
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};

/** Whether a text is a serial number in the form of `normaliseSerialNumber`. */
export const isSerialNumber = (text: string): boolean => UUID.test(text);
