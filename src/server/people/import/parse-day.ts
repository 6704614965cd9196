import type { DateOrder } from "../../../contract/staff-import.ts";
import { isDay } from "../../../domain/is-day.ts";
import type { Language } from "../../../domain/languages.ts";

/** ISO 8601, with or without a time. */
const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d.*)?$/;
/** With full stops a day comes first in all languages. */
const WITH_STOPS = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})\.?$/;
const WITH_STROKES = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})$/;

/**
 * The order in dates such as `03/04/2027` at a school. In English it differs by country, so a school whose first
 * language is English has none, and is asked.
 */
export const dateOrderOf = ([first]: readonly Language[]): DateOrder | null =>
  first === undefined || first === "en" ? null : "day-first";

const dayOf = (year = "", month = "", day = ""): string | null => {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(text) ? text : null;
};

/**
 * Parses a date.
 * @param order null: a date that can be read in two ways is `ambiguous`
 * @returns the day as ISO 8601; null for what is no date
 */
export const parseDay = (
  text: string,
  order: DateOrder | null,
): { readonly day: string } | "ambiguous" | null => {
  const [, iso] = ISO.exec(text) ?? [];
  if (iso !== undefined) return isDay(iso) ? { day: iso } : null;
  const stops = WITH_STOPS.exec(text);
  if (stops) {
    const day = dayOf(stops[3], stops[2], stops[1]);
    return day === null ? null : { day };
  }
  const strokes = WITH_STROKES.exec(text);
  if (!strokes) return null;
  const [, first, , second, year] = strokes;
  const dayFirst = dayOf(year, second, first);
  const monthFirst = dayOf(year, first, second);
  if (order !== null) {
    const day = order === "day-first" ? dayFirst : monthFirst;
    return day === null ? null : { day };
  }
  const day = dayFirst ?? monthFirst;
  if (day === null) return null;
  return dayFirst !== null && monthFirst !== null && dayFirst !== monthFirst
    ? "ambiguous"
    : { day };
};
