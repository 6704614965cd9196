import { useIntl } from "react-intl";

const MB = 1024 * 1024;

/**
 * Returns a formatter of file sizes. It rounds up, so that a size over a limit does not look
 * allowed.
 */
export const useFileSize = (): ((bytes: number) => string) => {
  const { formatNumber } = useIntl();
  const format = (value: number, unit: string) =>
    formatNumber(value, { style: "unit", unit, maximumFractionDigits: 1 });
  return (bytes) =>
    bytes < MB
      ? format(Math.ceil(bytes / 1024), "kilobyte")
      : format(Math.ceil((bytes / MB) * 10) / 10, "megabyte");
};
