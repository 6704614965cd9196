import styles from "./chart.module.css";
import { ChartFrame, PLOT, TOP, useDirection } from "./chart-frame.tsx";
import { middleOf } from "./time-axis.ts";

export interface WaitRangesProps {
  weeks: readonly {
    readonly day: string;
    readonly median: number | null;
    readonly ninety: number | null;
  }[];
  label: string;
  /** Says a time of waiting. */
  inWords: (milliseconds: number) => string;
}

/** For each week the range from what half have waited at most to what nine of ten have waited at most. */
export const WaitRanges = ({ weeks, label, inWords }: WaitRangesProps) => {
  const direction = useDirection();
  const most = Math.max(1, ...weeks.map(({ ninety }) => ninety ?? 0));
  const yOf = (value: number) => TOP + PLOT - (value / most) * PLOT;
  const radius = weeks.length > 60 ? 2 : 5;
  return (
    <ChartFrame weeks={weeks.map(({ day }) => day)} label={label} top={inWords(most)}>
      {weeks.map(({ day, median, ninety }, at) => {
        if (median === null || ninety === null) return null;
        const x = `${middleOf(at, weeks.length, direction)}%`;
        return (
          <g key={day}>
            <line className={styles.range} x1={x} x2={x} y1={yOf(median)} y2={yOf(ninety)} />
            <circle className={styles.ninety} cx={x} cy={yOf(ninety)} r={radius} />
            <circle className={styles.median} cx={x} cy={yOf(median)} r={radius} />
          </g>
        );
      })}
    </ChartFrame>
  );
};
