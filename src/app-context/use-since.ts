import { useIntl } from "react-intl";
import { useApp } from "./use-app.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Making one takes long, and a table says it in each of its rows. */
const formats = new Map<string, Intl.RelativeTimeFormat>();

const formatOf = (locale: string): Intl.RelativeTimeFormat => {
  const format = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale);
  formats.set(locale, format);
  return format;
};

/** Says how long ago something was, in the largest unit that tells enough: "3 days ago". */
export const useSince = () => {
  const { locale } = useIntl();
  const { machine } = useApp();
  const relative = formatOf(locale);
  return (date: string): string => {
    // The clock of the school may be ahead.
    const age = Math.max(MINUTE, machine.now() - Date.parse(date));
    if (age < HOUR) return relative.format(-Math.round(age / MINUTE), "minute");
    if (age < 2 * DAY) return relative.format(-Math.round(age / HOUR), "hour");
    if (age < 60 * DAY) return relative.format(-Math.round(age / DAY), "day");
    return relative.format(-Math.round(age / (30 * DAY)), "month");
  };
};
