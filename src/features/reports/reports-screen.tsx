import { useRef } from "react";
import { useIntl } from "react-intl";
import { formatChoice } from "../../app-context/list-address.ts";
import { useListChoice } from "../../app-context/paged-list.ts";
import { STAFF_REPORTS } from "../../app-context/staff-links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { weekStartOf } from "../../app-context/week-start-of.ts";
import type { TaughtCourse } from "../../contract/desk.ts";
import { REPORTS_LIST } from "../../contract/reports.ts";
import { addDays } from "../../domain/calendar.ts";
import { weekOf } from "../../domain/study-week.ts";
import { useText } from "../../i18n/use-text.ts";
import { ReportFilters } from "./report-filters.tsx";
import styles from "./reports.module.css";
import { StopSection } from "./stop-section.tsx";
import { useReport } from "./use-reports.ts";
import { WaitSection } from "./wait-section.tsx";
import { EndSection, WeekSection } from "./week-sections.tsx";

/** The school's reports: who studies, where they stop, how long they wait, whose courses end. */
export const ReportsScreen = () => {
  const text = useText();
  const app = useApp();
  const { schoolToday } = app;
  const { formatDate } = useIntl();
  const list = useListChoice(STAFF_REPORTS, REPORTS_LIST);
  const weekStart = weekStartOf(app);
  const chosen = new URLSearchParams(formatChoice(REPORTS_LIST, list.choice));
  const query = { ...Object.fromEntries(chosen), weekStart: String(weekStart) };
  const { value } = useReport("weeks", query);
  const courses = useRef<readonly TaughtCourse[]>([]);
  if (value) courses.current = value.courses;
  useScreenTitle(text("desk.reports"));
  const today = schoolToday();
  const firstDay = weekOf(addDays(today, 7), weekStart)[0] ?? today;
  return (
    <>
      <h1>{text("desk.reports")}</h1>
      <ReportFilters
        list={list}
        period={value}
        today={today}
        weekStart={weekStart}
        courses={courses.current}
      />
      <p className={styles.weeks}>
        {text("staff-reports.weeks-mean", {
          day: formatDate(firstDay, { weekday: "long" }),
        })}
      </p>
      <WeekSection query={query} of="active" />
      <WeekSection query={query} of="completed" />
      <StopSection query={query} courses={courses.current} />
      <WaitSection query={query} />
      <EndSection query={query} />
    </>
  );
};
