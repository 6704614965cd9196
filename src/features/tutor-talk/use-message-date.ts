import { useIntl } from "react-intl";

/** Formats the date of a message: the time if it was today, otherwise the day. */
export const useMessageDate = () => {
  const { formatDate } = useIntl();
  const today = new Date().toDateString();
  return {
    short: (date: string): string => {
      if (!date) return "";
      return new Date(date).toDateString() === today
        ? formatDate(date, { timeStyle: "short" })
        : formatDate(date, { dateStyle: "medium" });
    },
    long: (date: string | null): string =>
      date ? formatDate(date, { dateStyle: "medium", timeStyle: "short" }) : "",
  };
};
