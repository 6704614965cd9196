const DAY_MS = 86_400_000;

/**
 * Adds days to a date.
 * @param date ISO date or date-time; its calendar day in UTC counts
 * @returns `YYYY-MM-DD`
 */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date.slice(0, 10)) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * Adds calendar months to a date. If the target month is too short for the day, its last day
 * counts.
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

/**
 * The calendar day of an instant in UTC, as `YYYY-MM-DD`.
 * @param instant milliseconds since 1970
 */
export const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
