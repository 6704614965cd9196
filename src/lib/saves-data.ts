/** The Network Information API, which only Chromium has. */
interface Line {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** A line on which the first answer took longer is slow, where the browser does not say it. */
const SLOW_ANSWER_MS = 350;

const isSlow = (line: Line | undefined): boolean => {
  if (line?.effectiveType) return line.effectiveType !== "4g";
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return page ? page.responseStart - page.requestStart > SLOW_ANSWER_MS : false;
};

/**
 * Whether to fetch as little as possible: the person saves data, or the line is slow. Then pictures are
 * small, nothing is fetched in advance, and a video is fetched when somebody asks for it.
 */
export const savesData = (): boolean => {
  const { connection } = navigator as { connection?: Line };
  return (
    connection?.saveData === true ||
    isSlow(connection) ||
    matchMedia("(prefers-reduced-data: reduce)").matches
  );
};
