import type { LengthUnit } from "../../domain/drawn-length.ts";

/** Where lengths are told in inches. */
const WITH_INCHES: ReadonlySet<string | undefined> = new Set(["US", "LR", "MM"]);

/** In what people measure, by the language and region of their browser, such as `en-US`. */
export const unitOfPlace = (locale: string): LengthUnit => {
  try {
    return WITH_INCHES.has(new Intl.Locale(locale).region) ? "inch" : "cm";
  } catch {
    return "cm";
  }
};
