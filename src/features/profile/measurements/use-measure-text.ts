import { useIntl } from "react-intl";
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
    full: (value: number, field: FieldKey) =>
      number(value, field) + (unit(field) === "°" ? "" : "\u00a0") + unit(field),
    difference: (before: number, after: number, field: FieldKey) =>
      formatDifference(before, after, field, units, locale),
  };
};
