import { useMeasureText } from "../../app-context/use-measure-text.ts";
import { nameIn, numberNames, seamNames } from "../../core/pattern-messages.ts";
import type { Units } from "../../domain/measurements/fields.ts";
import type { ParsedMeasure } from "../../domain/measurements/parse-measure.ts";
import { parseMeasure } from "../../domain/measurements/parse-measure.ts";
import { type LengthCheck, seamOfLength } from "../../drafting/check-draft.ts";
import { type Text, useText } from "../../i18n/use-text.ts";

/** Lengths of a draft are read and written as this measure is: all lengths are. */
const LIKE = "wrist_girth";

/** The name of a length in the interface language. */
export const lengthName = (text: Text, name: string): string => {
  const seam = seamOfLength(name);
  return seam === null ? nameIn(text, numberNames, name) : nameIn(text, seamNames, seam);
};

export const parseLength = (typed: string, units: Units): ParsedMeasure =>
  parseMeasure(typed, LIKE, units);

/** Formats lengths and what they differ by. */
export const useLengthWords = (units: Units) => {
  const text = useText();
  const { full } = useMeasureText(units);
  const length = (cm: number): string => full(cm, LIKE);
  return {
    length,
    /** Whether a length fits, and if not, by how much it does not. */
    result: ({ measured, drafted, fits }: LengthCheck): string => {
      if (fits) return text("patterns.check.fits");
      return text(measured > drafted ? "patterns.check.longer" : "patterns.check.shorter", {
        by: length(Math.abs(measured - drafted)),
        drafted: length(drafted),
      });
    },
  };
};
