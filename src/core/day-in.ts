import type { Day, DayOf, Whose } from "../domain/calendar.ts";

type Format = (instant: number) => string;

/** By zone, for browsers without `Temporal`: a slow phone takes a tenth of a second to create one. */
const formats = new Map<string, Format>();

/** @throws a RangeError if the zone is unknown */
const formatIn = (zone: string): Format => {
  if (typeof Temporal === "object") {
    const inZone = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return (instant) => inZone.add({ milliseconds: instant }).toPlainDate().toString();
  }
  // Swedish dates have the form `YYYY-MM-DD`.
  const format = formats.get(zone) ?? Intl.DateTimeFormat("sv", { timeZone: zone }).format;
  formats.set(zone, format);
  return format;
};

/**
 * Tells the days in a time zone. The server does it in `server/days.ts`, with what not all browsers have yet.
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
