import { useIntl } from "react-intl";
import type { FieldKey, Units } from "../domain/measurements/fields.ts";
import {
  formatDifference,
  formatMeasure,
  formatUnit,
  formatWithUnit,
  shownUnit,
} from "../domain/measurements/format-measure.ts";

/** Formats measures in the interface language. */
export const useMeasureText = (units: Units) => {
  const { locale } = useIntl();
  return {
    unit: (field: FieldKey) => formatUnit(shownUnit(field, units), locale),
    /** Without its unit. */
    number: (value: number, field: FieldKey) => formatMeasure(value, field, units, locale),
    full: (value: number, field: FieldKey) => formatWithUnit(value, field, units, locale),
    difference: (before: number, after: number, field: FieldKey) =>
      formatDifference(before, after, field, units, locale),
  };
};
