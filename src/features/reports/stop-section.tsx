import { useIntl } from "react-intl";
import type { TaughtCourse } from "../../contract/desk.ts";
import { titleIn, translated } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import { ReportSection, ReportTable } from "./report-section.tsx";
import { StopBars } from "./stop-bars.tsx";
import { useReport } from "./use-reports.ts";

export interface StopSectionProps {
  query: Record<string, string>;
  courses: readonly TaughtCourse[];
}

/** After which lessons students have stopped. */
export const StopSection = ({ query, courses }: StopSectionProps) => {
  const text = useText();
  const { locale, formatNumber } = useIntl();
  const { value, failure, retry } = useReport("stops", query);
  const titles = new Map(courses.map((each) => [each.id, translated(each, "title", locale)]));
  const stops = (value?.stops ?? []).map((stop) => ({
    ...stop,
    key: `${stop.course_id}/${stop.lesson_id}`,
    course: titles.get(stop.course_id) ?? "",
    title: `${formatNumber(stop.number)}. ${titleIn(stop.title, locale)}`,
  }));
  const [first] = stops;
  const label = first
    ? text("staff-reports.stops-said", { title: first.title, count: first.stopped })
    : "";
  return (
    <ReportSection
      heading="staff-reports.stops"
      definition="staff-reports.stops-means"
      failure={failure}
      onRetry={retry}
    >
      {value ? (
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
      ) : null}
    </ReportSection>
  );
};
