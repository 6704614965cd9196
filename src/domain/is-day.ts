import { addDays } from "./calendar.ts";

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  // `Date` takes the 30th of February for a day in March.
  addDays(text, 0) === text;
