import type { Day, DayOf, Whose } from "../domain/calendar.ts";

/**
 * Tells the days in a time zone. The server does it in `server/days.ts`, with what browsers do not have yet.
 * @param zone as IANA names it
 * @param otherwise the zone in its place if it is empty, or unknown to this browser
 */
export const dayIn = <Owner extends Whose>(zone: string, otherwise = "UTC"): DayOf<Owner> => {
  try {
    // Swedish dates have the form `YYYY-MM-DD`.
    const { format } = Intl.DateTimeFormat("sv", { timeZone: zone });
    return format as (instant: number) => Day<Owner>;
  } catch {
    return dayIn(otherwise);
  }
};
