import { useId } from "react";
import { useIntl } from "react-intl";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./chart.module.css";
import { ChartFrame, PLOT, TOP, useDirection } from "./chart-frame.tsx";
import { ReportSection, ReportTable } from "./report-section.tsx";
import { barOf } from "./time-axis.ts";
import { useReport, useWeekDay } from "./use-reports.ts";

interface WeekBarsProps {
  weeks: readonly { readonly day: string; readonly value: number }[];
  label: string;
  /** Hatched in place of full. */
  isHatched?: boolean;
}

/** A bar for each week. */
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
      {weeks.map(({ day, value }, at) => {
        const { start, width } = barOf(at, weeks.length, direction);
        const height = (value / most) * PLOT;
        return (
          <rect
            key={day}
            x={`${start}%`}
            y={ground - height}
            width={`${width}%`}
            height={height}
            className={isHatched ? styles.outline : styles.full}
            {...(isHatched && { fill: `url(#${hatch})` })}
          />
        );
      })}
    </ChartFrame>
  );
};

const SECTIONS = {
  active: {
    heading: "staff-reports.active",
    definition: "staff-reports.active-means",
    total: "staff-reports.active-total",
  },
  completed: {
    heading: "staff-reports.completed",
    definition: "staff-reports.completed-means",
    total: "staff-reports.completed-total",
  },
} as const satisfies Record<string, Record<"heading" | "definition" | "total", MessageId>>;

interface WeekSectionProps {
  query: Record<string, string>;
  /** Which number of a week is shown. */
  of: keyof typeof SECTIONS;
}

/** How many students were active in each week, or how many lessons were completed. */
export const WeekSection = ({ query, of }: WeekSectionProps) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const dayOf = useWeekDay();
  const report = useReport("weeks", query);
  const { heading, definition, total } = SECTIONS[of];
  return (
    <ReportSection heading={heading} definition={definition} report={report}>
      {(value) => {
        const numbers = value.weeks.map((week) => week[of]);
        const range = {
          least: Math.min(...numbers),
          most: Math.max(...numbers),
          last: numbers.at(-1) ?? 0,
        };
        return (
          <>
            <p>{text(total, { count: value[of] })}</p>
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
