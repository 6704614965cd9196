import { addDays, addMonths } from "../../domain/calendar.ts";

/** The last day of access; the account stores one calendar month after it. */
export const lastDayOf = (expire: string): string => {
  // One month after the 29th, 30th or 31st can be the same day. The latest of them counts.
  let day = addMonths(expire, -1);
  while (addMonths(addDays(day, 1), 1) <= expire) day = addDays(day, 1);
  return day;
};
