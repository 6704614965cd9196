import { useMeasureText } from "../../app-context/use-measure-text.ts";
import { nameIn, seamNames } from "../../core/pattern-messages.ts";
import type { Units } from "../../domain/measurements/fields.ts";
import { type ParsedMeasure, parseMeasure } from "../../domain/measurements/parse-measure.ts";
import { type LengthCheck, seamOfLength } from "../../drafting/check-draft.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";

/**
 * The id of a number's name. Whoever adds a length to a block adds its text; a test holds that none is missing.
 * A number of another version of the app may have none.
 */
export const numberMessage = (name: string): MessageId => `patterns.number.${name}` as MessageId;

/** Lengths of a draft are read and written as this measure is: all lengths are. */
const LIKE = "wrist_girth";

/** Writes the name of a length in the interface language; as it is, if it has none. */
export const useLengthName = (): ((name: string) => string) => {
  const text = useText();
  return (name) => {
    const seam = seamOfLength(name);
    if (seam !== null) return nameIn(text, seamNames, seam);
    const id = numberMessage(name);
    const words = text(id);
    return words === id ? name : words;
  };
};

export const parseLength = (typed: string, units: Units): ParsedMeasure =>
  parseMeasure(typed, LIKE, units, null, 16);

/** Formats lengths and what they differ by. */
export const useLengthWords = (units: Units) => {
  const text = useText();
  const { full } = useMeasureText(units, 16);
  const length = (cm: number): string => full(cm, LIKE);
  return {
    length,
    result: ({ measured, drafted, apart, fits }: LengthCheck): string => {
      if (fits) return text("patterns.check.fits");
      return text(measured > drafted ? "patterns.check.longer" : "patterns.check.shorter", {
        by: length(apart),
        drafted: length(drafted),
      });
    },
  };
};
