import { useIntl } from "react-intl";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Says how long something has waited, in the largest unit that tells enough: "3 days". */
export const useWaitWords = () => {
  const { formatNumber } = useIntl();
  return (milliseconds: number): string => {
    const [size, unit] =
      milliseconds < HOUR
        ? ([MINUTE, "minute"] as const)
        : milliseconds < 2 * DAY
          ? ([HOUR, "hour"] as const)
          : ([DAY, "day"] as const);
    const style = { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 0 } as const;
    return formatNumber(Math.round(milliseconds / size), style);
  };
};
