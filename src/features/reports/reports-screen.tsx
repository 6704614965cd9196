import { useRef } from "react";
import { useIntl } from "react-intl";
import { useLocation, useSearch } from "wouter";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import type { TaughtCourse } from "../../contract/desk.ts";
import { addDays } from "../../domain/calendar.ts";
import { weekOf } from "../../domain/study-week.ts";
import { firstDayOfWeek } from "../../domain/week-start.ts";
import { useText } from "../../i18n/use-text.ts";
import { EndSection } from "./end-section.tsx";
import { queryOf, type ReportChoice, readChoice, reportsPath } from "./report-choice.ts";
import { ReportFilters } from "./report-filters.tsx";
import styles from "./reports.module.css";
import { StopSection } from "./stop-section.tsx";
import { useReport } from "./use-reports.ts";
import { WaitSection } from "./wait-section.tsx";
import { WeekSection } from "./week-sections.tsx";

/** The school's reports: who studies, where they stop, how long they wait, whose courses end. */
export const ReportsScreen = () => {
  const text = useText();
  const { schoolToday } = useApp();
  const { locale, formatDate } = useIntl();
  const [, navigate] = useLocation();
  const choice = readChoice(useSearch());
  const weekStart = firstDayOfWeek(navigator.languages, locale);
  const query = { ...queryOf(choice), weekStart: String(weekStart) };
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
        choice={choice}
        period={value}
        today={today}
        weekStart={weekStart}
        courses={courses.current}
        onChoice={(next: ReportChoice) => navigate(reportsPath(next), { replace: true })}
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
