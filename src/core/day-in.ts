import type { Day, DayOf, Whose } from "../domain/calendar.ts";

type Format = (instant: number) => string;

/** By zone: a slow phone takes a tenth of a second to create one, so the usual one needs no formatter. */
const formats = new Map<string, Format>([
  ["UTC", (instant) => new Date(instant).toISOString().slice(0, 10)],
]);

const formatIn = (zone: string): Format => {
  // Swedish dates have the form `YYYY-MM-DD`.
  const format = formats.get(zone) ?? Intl.DateTimeFormat("sv", { timeZone: zone }).format;
  formats.set(zone, format);
  return format;
};

/**
 * Tells the days in a time zone. The server does it in `server/days.ts`, with what browsers do not have yet.
 * @param zone as IANA names it
 * @param otherwise the zone in its place if it is empty, or unknown to this browser
 */
export const dayIn = <Owner extends Whose>(zone: string, otherwise = "UTC"): DayOf<Owner> => {
  try {
    return formatIn(zone || otherwise) as (instant: number) => Day<Owner>;
  } catch {
    return dayIn(otherwise);
  }
};
