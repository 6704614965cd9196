import { useId } from "react";
import { useIntl } from "react-intl";
import styles from "./chart.module.css";
import { ChartFrame, PLOT, TOP, useDirection } from "./chart-frame.tsx";
import { barOf } from "./time-axis.ts";

export interface WeekBarsProps {
  weeks: readonly { readonly day: string; readonly value: number; readonly part?: number }[];
  label: string;
  /** Hatched in place of full. */
  isHatched?: boolean;
}

/** A bar for each week; a part of it may be full where the rest is hatched. */
export const WeekBars = ({ weeks, label, isHatched = false }: WeekBarsProps) => {
  const { formatNumber } = useIntl();
  const direction = useDirection();
  const hatch = `hatch${useId().replace(/\W/g, "")}`;
  const most = Math.max(1, ...weeks.map(({ value }) => value));
  const ground = TOP + PLOT;
  return (
    <ChartFrame weeks={weeks.map(({ day }) => day)} label={label} top={formatNumber(most)}>
      <defs>
        <pattern
          id={hatch}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line className={styles.hatch} x1="0" x2="0" y1="0" y2="6" />
        </pattern>
      </defs>
      {weeks.map(({ day, value, part = 0 }, at) => {
        const { start, width } = barOf(at, weeks.length, direction);
        const height = (value / most) * PLOT;
        const full = (part / most) * PLOT;
        const place = { x: `${start}%`, width: `${width}%` };
        return (
          <g key={day}>
            <rect
              {...place}
              y={ground - height}
              height={height}
              className={isHatched ? styles.outline : styles.full}
              {...(isHatched && { fill: `url(#${hatch})` })}
            />
            {full > 0 ? (
              <rect {...place} y={ground - full} height={full} className={styles.full} />
            ) : null}
          </g>
        );
      })}
    </ChartFrame>
  );
};
