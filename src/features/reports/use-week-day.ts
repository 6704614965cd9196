import { useIntl } from "react-intl";

/** Says the first day of a week. */
export const useWeekDay = () => {
  const { formatDate } = useIntl();
  return (day: string): string => formatDate(day, { dateStyle: "medium" });
};
