import * as v from "valibot";
import { call } from "./call.ts";

// Without `v.maxValue`, which would be a part of every sign-in.
const isWeekday = (day: number): boolean => Number.isInteger(day) && day >= 1 && day <= 7;

/**
 * Tells the school the language of the app and the zone of the machine, which mails and digests follow, and
 * the first day of the person's week, 1 to 7, if it is known. A zone that the school does not know counts
 * as none.
 */
export const putNewsLocale = call.put("/user/news/place", {
  body: v.object({
    language: v.pipe(v.string(), v.regex(/^[a-z]{2}$/)),
    zone: v.pipe(v.string(), v.maxLength(64)),
    week_start: v.nullish(v.pipe(v.number(), v.check(isWeekday, "A day of the week.")), null),
  }),
  answer: "nothing",
});
