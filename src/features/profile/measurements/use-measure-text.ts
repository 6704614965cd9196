import { useIntl } from "react-intl";
import { directionOf } from "../../../domain/languages.ts";
import type { FieldKey, Units } from "../../../domain/measurements/fields.ts";
import {
  formatDifference,
  formatMeasure,
  shownUnit,
} from "../../../domain/measurements/format-measure.ts";

const NAMES = { cm: "centimeter", in: "inch", kg: "kilogram", deg: "degree" } as const;

const unitName = (language: string, unit: keyof typeof NAMES): string => {
  const format = new Intl.NumberFormat(language, {
    style: "unit",
    unit: NAMES[unit],
    unitDisplay: unit === "deg" ? "narrow" : "short",
  });
  return format.formatToParts(2).find(({ type }) => type === "unit")?.value ?? unit;
};

/** Formats measures in the interface language. */
export const useMeasureText = (units: Units) => {
  const { locale } = useIntl();
  const unit = (field: FieldKey) => unitName(locale, shownUnit(field, units));
  const number = (value: number, field: FieldKey) => formatMeasure(value, field, units, locale);
  return {
    unit,
    /** Without its unit. */
    number,
    full: (value: number, field: FieldKey) => {
      const shown = number(value, field);
      // The parts of `26 3/4` would change places in right-to-left text.
      const isolated = directionOf(locale) === "rtl" ? `\u2066${shown}\u2069` : shown;
      return isolated + (unit(field) === "°" ? "" : "\u00a0") + unit(field);
    },
    difference: (before: number, after: number, field: FieldKey) =>
      formatDifference(before, after, field, units, locale),
  };
};
