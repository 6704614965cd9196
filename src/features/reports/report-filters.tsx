import { Link } from "wouter";
import { listAddress } from "../../app-context/list-address.ts";
import styles from "../../app-context/list-filters.module.css";
import { ListFilters } from "../../app-context/list-filters.tsx";
import type { ListChoiceState } from "../../app-context/paged-list.ts";
import type { TaughtCourse } from "../../contract/desk.ts";
import type { REPORTS_LIST } from "../../contract/reports.ts";
import { addDays } from "../../domain/calendar.ts";
import { weekOf } from "../../domain/study-week.ts";
import { translated } from "../../domain/translated.ts";
import type { Weekday } from "../../domain/week-locale.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";

/** The periods that are one press away, in weeks: a quarter, half a year, a year, five years. */
const PERIODS = [12, 26, 52, 260];

interface ReportFiltersProps {
  list: ListChoiceState<typeof REPORTS_LIST>;
  /** The first and the last day that the reports are about. */
  period: { readonly from: string; readonly to: string } | null;
  /** The school's present day. */
  today: string;
  /** The first day of the week. */
  weekStart: Weekday;
  courses: readonly TaughtCourse[];
}

/** What the reports are about. Each choice has an address of its own. */
export const ReportFilters = ({ list, period, today, weekStart, courses }: ReportFiltersProps) => {
  const text = useText();
  const reads = useReads();
  const { choice, declaration, path } = list;
  return (
    <>
      <nav className={styles.links} aria-label={text("staff-reports.periods")}>
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
