const DAY = 86_400_000;

/**
 * The day that many days after a date.
 * @param date ISO date or date-time; its calendar day in UTC counts
 * @returns `YYYY-MM-DD`
 */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date.slice(0, 10)) + days * DAY).toISOString().slice(0, 10);

/**
 * The same day that many calendar months on, or the last day of a month that is too short for it.
 * @param date ISO date or date-time; its calendar day in UTC counts
 * @returns `YYYY-MM-DD`
 */
export const addMonths = (date: string, months: number): string => {
  const from = new Date(Date.parse(date.slice(0, 10)));
  const day = from.getUTCDate();
  const lastOfTarget = new Date(
    Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0),
  );
  return new Date(
    Date.UTC(
      lastOfTarget.getUTCFullYear(),
      lastOfTarget.getUTCMonth(),
      Math.min(day, lastOfTarget.getUTCDate()),
    ),
  )
    .toISOString()
    .slice(0, 10);
};

/** The calendar day of an instant, in UTC: `YYYY-MM-DD`. */
export const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
