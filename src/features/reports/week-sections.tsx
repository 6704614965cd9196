import { useId } from "react";
import { useIntl } from "react-intl";
import { useText } from "../../i18n/use-text.ts";
import styles from "./chart.module.css";
import { ChartFrame, PLOT, TOP, useDirection } from "./chart-frame.tsx";
import { ReportSection, ReportTable } from "./report-section.tsx";
import { barOf } from "./time-axis.ts";
import { useReport, useWeekDay } from "./use-reports.ts";

interface WeekBarsProps {
  weeks: readonly { readonly day: string; readonly value: number; readonly part?: number }[];
  label: string;
  /** Hatched in place of full. */
  isHatched?: boolean;
}

/** A bar for each week; a part of it may be full where the rest is hatched. */
const WeekBars = ({ weeks, label, isHatched = false }: WeekBarsProps) => {
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

const HEADINGS = {
  active: "staff-reports.active",
  completed: "staff-reports.completed",
} as const;

interface WeekSectionProps {
  query: Record<string, string>;
  of: keyof typeof HEADINGS;
}

/** How many students were active in each week, or how many lessons were completed. */
export const WeekSection = ({ query, of }: WeekSectionProps) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const dayOf = useWeekDay();
  const report = useReport("weeks", query);
  const heading = HEADINGS[of];
  return (
    <ReportSection heading={heading} definition={`staff-reports.${of}-means`} report={report}>
      {(value) => {
        const numbers = value.weeks.map((week) => week[of]);
        const range = {
          least: Math.min(...numbers),
          most: Math.max(...numbers),
          last: numbers.at(-1) ?? 0,
        };
        return (
          <>
            <p>{text(`staff-reports.${of}-total`, { count: value[of] })}</p>
            {range.most > 0 ? (
              <WeekBars
                weeks={value.weeks.map((week) => ({ day: week.day, value: week[of] }))}
                label={`${text(heading)}. ${text("staff-reports.weeks-said", range)}`}
                isHatched={of === "completed"}
              />
            ) : null}
            <ReportTable
              report="weeks"
              query={query}
              caption={text(heading)}
              columns={[text("staff-reports.week"), text(heading)]}
              rows={value.weeks.map((week) => ({
                key: week.day,
                cells: [dayOf(week.day), formatNumber(week[of])],
              }))}
            />
          </>
        );
      }}
    </ReportSection>
  );
};

/** Whose courses end in the time to come. */
export const EndSection = ({ query }: { query: Record<string, string> }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const dayOf = useWeekDay();
  const report = useReport("ends", query);
  return (
    <ReportSection
      heading="staff-reports.ends"
      definition="staff-reports.ends-means"
      report={report}
    >
      {(value) => {
        const total = text("staff-reports.ends-total", {
          count: value.ending,
          finished: value.finished,
          date: dayOf(value.to),
        });
        return (
          <>
            <p>{total}</p>
            {value.ending > 0 ? (
              <WeekBars
                weeks={value.weeks.map(({ day, ending, finished }) => ({
                  day,
                  value: ending,
                  part: finished,
                }))}
                label={`${text("staff-reports.ends")}. ${total}`}
                isHatched
              />
            ) : null}
            <ReportTable
              report="ends"
              query={query}
              caption={text("staff-reports.ends")}
              columns={[
                text("staff-reports.week"),
                text("staff-reports.ending"),
                text("staff-reports.finished"),
              ]}
              rows={value.weeks.map(({ day, ending, finished }) => ({
                key: day,
                cells: [dayOf(day), formatNumber(ending), formatNumber(finished)],
              }))}
            />
          </>
        );
      }}
    </ReportSection>
  );
};
