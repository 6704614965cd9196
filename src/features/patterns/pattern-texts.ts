import { useIntl } from "react-intl";
import { useMeasureText } from "../../app-context/use-measure-text.ts";
import { blockNames, choiceNames, nameIn } from "../../core/pattern-messages.ts";
import type { FieldKey, Units } from "../../domain/measurements/fields.ts";
import { toTenths } from "../../domain/measurements/format-measure.ts";
import type { BlockOption, OptionValues } from "../../drafting/block.ts";
import type { Piece, SewingStep } from "../../drafting/pattern.ts";
import { useText } from "../../i18n/use-text.ts";
import type { Saved } from "./saved-drafts.ts";

/** All lengths are written as this one is. */
export const ANY_LENGTH: FieldKey = "waist_girth";

/** Formats lengths in the unit of a table and in the interface language: to a millimetre or a sixteenth of an inch. */
export const useLengthText = (units: Units) => {
  const { unit, number, full, difference } = useMeasureText(units, 16);
  const rounded = (cm: number) => (units === "in" ? cm : toTenths(cm));
  return {
    unit: unit(ANY_LENGTH),
    /** Without its unit. */
    number: (cm: number) => number(rounded(cm), ANY_LENGTH),
    full: (cm: number) => full(rounded(cm), ANY_LENGTH),
    /** Of the lengths as they are shown, with its sign and without its unit; an empty text for none. */
    difference: (before: number, after: number) =>
      difference(rounded(before), rounded(after), ANY_LENGTH),
  };
};

/** Says the value of an option in the interface language, lengths in the unit of a table. */
export const useOptionText = (units: Units) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const { full } = useLengthText(units);
  return (option: BlockOption, value: OptionValues[string]): string => {
    if (option.kind === "choice") return nameIn(text, choiceNames, String(value));
    const number = Number(value);
    if (option.unit === "cm") return full(number);
    return option.unit === "count"
      ? formatNumber(number)
      : formatNumber(number / 100, { style: "percent" });
  };
};

/** Says how often a piece is cut, in the interface language. Of two, one is for the other side of the body. */
export const useCutText = () => {
  const text = useText();
  return ({ count, onFold }: Piece["cut"]): string =>
    text(onFold ? "patterns.cut-on-fold" : count > 1 ? "patterns.cut-pair" : "patterns.cut", {
      count,
    });
};

/** The id of the text of a step in which a garment is sewn. */
export const stepMessage = (step: SewingStep) => `garments.step.${step}` as const;

/** A saved draft by what it is of and when it was saved. */
export const useSavedWords = () => {
  const text = useText();
  const { formatDate } = useIntl();
  return ({ file, created }: Pick<Saved, "file" | "created">): string =>
    [
      nameIn(text, blockNames, file.block),
      file.table?.name ?? text("patterns.print.example"),
      created ? formatDate(created, { dateStyle: "medium", timeStyle: "short" }) : "",
    ]
      .filter(Boolean)
      .join(" · ");
};
