import type { Day, DayOf, Whose } from "../domain/calendar.ts";

/** The default zone of a school. It does not depend on the machine. */
export const DEFAULT_ZONE = "UTC";

/** The time zone of this machine: a new school's days are there, until it says otherwise. */
// biome-ignore lint/plugin: no time is turned into a day here.
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** No name of a time zone is nearly as long. */
const MAX_NAME_LENGTH = 64;

/** The days of a person or a school, in their time zone. */
export interface Days<Owner extends Whose> {
  readonly zone: string;
  /** The day of a time. */
  readonly of: DayOf<Owner>;
  /** When a day begins, in milliseconds since 1970. Clocks that change at midnight may skip it. */
  startOf(day: Day<Owner>): number;
  /** When an hour of a day begins, 0 to 23. One that the clocks skip begins when they go on. */
  at(day: Day<Owner>, hour: number): number;
}

export const inZone = (instant: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);

/**
 * Whether a text is the IANA name of a time zone, such as `Europe/Athens`. Offsets such as `+02:00`
 * are not accepted, because they have no daylight saving time.
 */
export const isZone = (text: string): boolean => {
  if (text.length > MAX_NAME_LENGTH || !/^[A-Z]/i.test(text)) return false;
  try {
    // Temporal also accepts other cases, and whole dates with a zone.
    return inZone(0, text).timeZoneId === text;
  } catch {
    return false;
  }
};

export const daysIn = <Owner extends Whose>(zone: string): Days<Owner> => ({
  zone,
  of: (instant) => inZone(instant, zone).toPlainDate().toString() as Day<Owner>,
  startOf: (day) => Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds,
  at: (day, hour) =>
    Temporal.PlainDate.from(day).toPlainDateTime({ hour }).toZonedDateTime(zone).epochMilliseconds,
});

/**
 * The student's days: those of the zone that the app names in the query.
 * @param school the school's days, for an app that names no zone, or one that is not known here
 */
export const studentDays = (
  { zone = "" }: { readonly zone?: string },
  school: Days<"school">,
): Days<"student"> => daysIn(isZone(zone) ? zone : school.zone);
