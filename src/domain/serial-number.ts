import { UUID } from "../lib/uuid.ts";

/** What comes along when a number is copied from a mail or a sheet: spaces, quotes, braces, dashes. */
const AROUND_DIGITS = /[\s\p{Pd}\p{Cf}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\u2212"']/gu;

/**
 * A serial number as it was meant, in lower case and grouped 8-4-4-4-12, however it was typed or
 * pasted. What cannot be one is given back as it is, but for spaces around it and capitals.
 */
export const readSerialNumber = (typed: string): string => {
  const lower = typed.normalize("NFKC").trim().toLowerCase();
  const digits = lower.replaceAll(AROUND_DIGITS, "");
  if (!/^[\da-f]{32}$/.test(digits)) return lower;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};

/** Whether it is written as serial numbers are, after `readSerialNumber`. */
export const isSerialNumber = (text: string): boolean => UUID.test(text);
