import { useRef } from "react";
import { useIntl } from "react-intl";
import { Link } from "wouter";
import { formatChoice, listAddress } from "../../app-context/list-address.ts";
import filterStyles from "../../app-context/list-filters.module.css";
import { ListFilters } from "../../app-context/list-filters.tsx";
import { type ListChoiceState, useListChoice } from "../../app-context/paged-list.ts";
import { STAFF_REPORTS } from "../../app-context/staff-links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { weekStartOf } from "../../app-context/week-start-of.ts";
import type { TaughtCourse } from "../../contract/desk.ts";
import { REPORTS_LIST } from "../../contract/reports.ts";
import { addDays } from "../../domain/calendar.ts";
import { weekOf } from "../../domain/study-week.ts";
import { titleIn, translated } from "../../domain/translated.ts";
import type { Weekday } from "../../domain/week-locale.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import chartStyles from "./chart.module.css";
import { useDirection } from "./chart-frame.tsx";
import { ReportSection, ReportTable } from "./report-section.tsx";
import styles from "./reports.module.css";
import { useReport } from "./use-reports.ts";
import { WaitSection } from "./wait-section.tsx";
import { EndSection, WeekSection } from "./week-sections.tsx";

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
      className={chartStyles.chart}
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
              className={chartStyles.part}
              x={isRightToLeft ? `${100 - width}%` : "0"}
              y={at * ROW + 22}
              width={`${width}%`}
              height={BAR}
            />
          </g>
        );
      })}
      <line className={chartStyles.ground} x1={start} x2={start} y1="0" y2={shown.length * ROW} />
    </svg>
  );
};

interface StopSectionProps {
  query: Record<string, string>;
  courses: readonly TaughtCourse[];
}

/** After which lessons students have stopped. */
const StopSection = ({ query, courses }: StopSectionProps) => {
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

/** The periods that are one press away, in weeks: a quarter, half a year, a year, five years. */
const PERIODS = [12, 26, 52, 260];

interface ReportFiltersProps {
  list: ListChoiceState<typeof REPORTS_LIST>;
  /** The first and the last day that the reports are about. */
  period: { readonly from: string; readonly to: string } | null;
  /** The school's present day. */
  today: string;
  weekStart: Weekday;
  courses: readonly TaughtCourse[];
}

/** What the reports are about. Each choice has an address of its own. */
const ReportFilters = ({ list, period, today, weekStart, courses }: ReportFiltersProps) => {
  const text = useText();
  const reads = useReads();
  const { choice, declaration, path } = list;
  return (
    <>
      <nav className={filterStyles.links} aria-label={text("staff-reports.periods")}>
        {PERIODS.map((weeks) => {
          const [first = today] = weekOf(addDays(today, 7 * (1 - weeks)), weekStart);
          const from = weeks === PERIODS[0] ? "" : first;
          return (
            <Link
              key={weeks}
              href={listAddress(path, declaration, { ...choice, from, to: "" })}
              aria-current={choice.to === "" && choice.from === from ? "true" : undefined}
            >
              {text("staff-reports.last-weeks", { count: weeks })}
            </Link>
          );
        })}
      </nav>
      <ListFilters
        list={list}
        label="staff-reports.filters"
        fields={[
          {
            ...{ name: "from", label: "staff-audit.from" },
            ...{ fallback: period?.from, max: choice.to || today },
          },
          {
            ...{ name: "to", label: "staff-audit.to" },
            ...{ fallback: period?.to, min: choice.from || undefined },
          },
          {
            ...{ name: "course", label: "desk.course", all: "desk.course-all" },
            options: courses.map((course) => [
              String(course.id),
              translated(course, "title", reads),
            ]),
          },
        ]}
      />
    </>
  );
};

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
