import { useIntl } from "react-intl";

const DAY = { dateStyle: "medium" } as const;

/** Formats the date of a message: the time if it was today, otherwise the day. */
export const useMessageDate = () => {
  const { formatDate } = useIntl();
  const today = formatDate(Date.now(), DAY);
  return {
    short: (date: string): string => {
      if (!date) return "";
      const day = formatDate(date, DAY);
      return day === today ? formatDate(date, { timeStyle: "short" }) : day;
    },
    long: (date: string | null): string =>
      date ? formatDate(date, { ...DAY, timeStyle: "short" }) : "",
  };
};
