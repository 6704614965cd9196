import { UsageError } from "./usage.ts";

/** The number that an option gives. @throws UsageError */
export const wholeNumber = (text: string, option: string): number => {
  if (!/^\d{1,4}$/.test(text)) throw new UsageError(`${option} must be a whole number.`);
  return Number(text);
};
