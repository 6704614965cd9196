import { useIntl } from "react-intl";
import styles from "./chart.module.css";
import { useDirection } from "./chart-frame.tsx";

/** So many bars are drawn; the table has all. */
const SHOWN = 12;
const ROW = 44;
const BAR = 14;

export interface StopBarsProps {
  stops: readonly { readonly key: string; readonly title: string; readonly stopped: number }[];
  label: string;
}

/** A horizontal bar for each lesson, from where lines begin in the script. */
export const StopBars = ({ stops, label }: StopBarsProps) => {
  const { formatNumber } = useIntl();
  const isRightToLeft = useDirection() === "rtl";
  const shown = stops.slice(0, SHOWN);
  const most = Math.max(1, ...shown.map(({ stopped }) => stopped));
  const start = isRightToLeft ? "100%" : "0";
  return (
    <svg
      className={styles.chart}
      style={{ blockSize: `${shown.length * ROW}px` }}
      role="img"
      aria-label={label}
    >
      {shown.map(({ key, title, stopped }, at) => {
        const width = (stopped / most) * 100;
        return (
          <g key={key}>
            <text x={start} y={at * ROW + 16}>
              {`${formatNumber(stopped)} · ${title}`}
            </text>
            <rect
              className={styles.part}
              x={isRightToLeft ? `${100 - width}%` : "0"}
              y={at * ROW + 22}
              width={`${width}%`}
              height={BAR}
            />
          </g>
        );
      })}
      <line className={styles.ground} x1={start} x2={start} y1="0" y2={shown.length * ROW} />
    </svg>
  );
};
