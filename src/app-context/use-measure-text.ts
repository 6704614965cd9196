import { useIntl } from "react-intl";
import type { FieldKey, Units } from "../domain/measurements/fields.ts";
import {
  formatDifference,
  formatMeasure,
  formatUnit,
  formatWithUnit,
  type InchParts,
  shownUnit,
} from "../domain/measurements/format-measure.ts";

/** Formats measures in the interface language. @param parts of an inch: sixteenths for what is drawn */
export const useMeasureText = (units: Units, parts: InchParts = 8) => {
  const { locale } = useIntl();
  return {
    unit: (field: FieldKey) => formatUnit(shownUnit(field, units), locale),
    /** Without its unit. */
    number: (value: number, field: FieldKey) => formatMeasure(value, field, units, locale, parts),
    full: (value: number, field: FieldKey) => formatWithUnit(value, field, units, locale, parts),
    difference: (before: number, after: number, field: FieldKey) =>
      formatDifference(before, after, field, units, locale, parts),
  };
};
