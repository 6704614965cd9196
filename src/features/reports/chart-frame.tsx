import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { directionOf } from "../../domain/languages.ts";
import styles from "./chart.module.css";
import { type Direction, labelledWeeks, middleOf } from "./time-axis.ts";

/** In CSS pixels: the height of the place for bars, and what is above it. */
export const PLOT = 150;
export const TOP = 20;
/** So many dates have room below a chart also on a phone. */
const LABELS = 4;
/** With more weeks, marks at each of them would be a grey band. */
const MARKED_WEEKS = 60;

export const useDirection = (): Direction => directionOf(useIntl().locale);

interface ChartFrameProps {
  /** The first days of the weeks. */
  weeks: readonly string[];
  /** What the chart shows, for those who do not see it. */
  label: string;
  /** The largest value, as it stands above the chart. */
  top: string;
  children: ReactNode;
}

/** A chart over weeks: a tape measure with dates below, and the stitched line of the largest value above. */
export const ChartFrame = ({ weeks, label, top, children }: ChartFrameProps) => {
  const { formatDate } = useIntl();
  const direction = useDirection();
  const ground = TOP + PLOT;
  const labelled = new Set(labelledWeeks(weeks.length, LABELS));
  const year = weeks.length > 53 ? ({ year: "numeric" } as const) : undefined;
  const dayOf = (week: string) =>
    formatDate(week, { month: "short", ...(year ?? { day: "numeric" }) });
  return (
    <svg className={styles.chart} role="img" aria-label={label}>
      <line className={styles.stitch} x1="0" x2="100%" y1={TOP} y2={TOP} />
      <text x={direction === "rtl" ? "100%" : "0"} y={TOP - 6}>
        {top}
      </text>
      {children}
      <line className={styles.ground} x1="0" x2="100%" y1={ground} y2={ground} />
      {weeks.map((week, at) => {
        if (weeks.length > MARKED_WEEKS && !labelled.has(at)) return null;
        const x = `${middleOf(at, weeks.length, direction)}%`;
        const isLong = labelled.has(at);
        return (
          <g key={week}>
            <line
              className={styles.tick}
              x1={x}
              x2={x}
              y1={ground}
              y2={ground + (isLong ? 9 : 5)}
            />
            {isLong ? (
              <text x={x} y={ground + 21} textAnchor={at === 0 ? "start" : "middle"}>
                {dayOf(week)}
              </text>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
};
