import { useIntl } from "react-intl";

const MB = 1024 * 1024;

/** Writes sizes of files, rounded up: what is over a limit never looks as if it were not. */
export const useSize = (): ((bytes: number) => string) => {
  const { formatNumber } = useIntl();
  const written = (value: number, unit: string) =>
    formatNumber(value, { style: "unit", unit, maximumFractionDigits: 1 });
  return (bytes) =>
    bytes < MB
      ? written(Math.ceil(bytes / 1024), "kilobyte")
      : written(Math.ceil((bytes / MB) * 10) / 10, "megabyte");
};
