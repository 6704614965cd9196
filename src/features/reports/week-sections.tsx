import { useIntl } from "react-intl";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { ReportSection, ReportTable } from "./report-section.tsx";
import { useReport } from "./use-reports.ts";
import { useWeekDay } from "./use-week-day.ts";
import { WeekBars } from "./week-bars.tsx";

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

export interface WeekSectionProps {
  query: Record<string, string>;
  /** Which number of a week is shown. */
  of: keyof typeof SECTIONS;
}

/** How many students were active in each week, or how many lessons were completed. */
export const WeekSection = ({ query, of }: WeekSectionProps) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const dayOf = useWeekDay();
  const { value, failure, retry } = useReport("weeks", query);
  const { heading, definition, total } = SECTIONS[of];
  const numbers = value?.weeks.map((week) => week[of]) ?? [];
  const said = {
    least: Math.min(...numbers),
    most: Math.max(...numbers),
    last: numbers.at(-1) ?? 0,
  };
  return (
    <ReportSection heading={heading} definition={definition} failure={failure} onRetry={retry}>
      {value ? (
        <>
          <p>{text(total, { count: value[of] })}</p>
          {said.most > 0 ? (
            <WeekBars
              weeks={value.weeks.map((week) => ({ day: week.day, value: week[of] }))}
              label={`${text(heading)}. ${text("staff-reports.weeks-said", said)}`}
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
      ) : null}
    </ReportSection>
  );
};
