import { useIntl } from "react-intl";
import type { TaughtCourse } from "../../contract/desk.ts";
import { titleIn, translated } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./chart.module.css";
import { useDirection } from "./chart-frame.tsx";
import { ReportSection, ReportTable } from "./report-section.tsx";
import { useReport } from "./use-reports.ts";

/** So many bars are drawn; the table has all. */
const SHOWN = 12;
const ROW = 44;
const BAR = 14;

interface StopBarsProps {
  stops: readonly { readonly key: string; readonly title: string; readonly stopped: number }[];
  label: string;
}

/** A horizontal bar for each lesson, from where lines begin in the script. */
const StopBars = ({ stops, label }: StopBarsProps) => {
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

interface StopSectionProps {
  query: Record<string, string>;
  courses: readonly TaughtCourse[];
}

/** After which lessons students have stopped. */
export const StopSection = ({ query, courses }: StopSectionProps) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const reads = useReads();
  const report = useReport("stops", query);
  const titles = new Map(courses.map((each) => [each.id, translated(each, "title", reads)]));
  const stops = (report.value?.stops ?? []).map((stop) => ({
    ...stop,
    key: `${stop.course_id}/${stop.lesson_id}`,
    course: titles.get(stop.course_id) ?? "",
    title: `${formatNumber(stop.number)}. ${titleIn(stop.title, reads)}`,
  }));
  const [first] = stops;
  const label = first
    ? text("staff-reports.stops-said", { title: first.title, count: first.stopped })
    : "";
  return (
    <ReportSection
      heading="staff-reports.stops"
      definition="staff-reports.stops-means"
      report={report}
    >
      {(value) => (
        <>
          <p>{text("staff-reports.stops-total", { count: value.stopped })}</p>
          {stops.length > 0 ? (
            <>
              <StopBars stops={stops} label={`${text("staff-reports.stops")}. ${label}`} />
              <ReportTable
                report="stops"
                query={query}
                caption={text("staff-reports.stops")}
                columns={[
                  text("staff-reports.lesson"),
                  text("desk.course"),
                  text("staff-reports.stopped"),
                  text("staff-reports.completed-by"),
                ]}
                rows={stops.map((stop) => ({
                  key: stop.key,
                  cells: [
                    stop.title,
                    stop.course,
                    formatNumber(stop.stopped),
                    formatNumber(stop.completed),
                  ],
                }))}
              />
            </>
          ) : null}
        </>
      )}
    </ReportSection>
  );
};
