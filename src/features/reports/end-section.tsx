import { useIntl } from "react-intl";
import { useText } from "../../i18n/use-text.ts";
import { ReportSection, ReportTable } from "./report-section.tsx";
import { useReport } from "./use-reports.ts";
import { useWeekDay } from "./use-week-day.ts";
import { WeekBars } from "./week-bars.tsx";

/** Whose courses end in the time to come. */
export const EndSection = ({ query }: { query: Record<string, string> }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const dayOf = useWeekDay();
  const { value, failure, retry } = useReport("ends", query);
  const total = value
    ? text("staff-reports.ends-total", {
        count: value.ending,
        finished: value.finished,
        date: dayOf(value.to),
      })
    : "";
  return (
    <ReportSection
      heading="staff-reports.ends"
      definition="staff-reports.ends-means"
      failure={failure}
      onRetry={retry}
    >
      {value ? (
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
      ) : null}
    </ReportSection>
  );
};
