import { useIntl } from "react-intl";
import { Link } from "wouter";
import type { TaughtCourse } from "../../contract/desk.ts";
import { addDays } from "../../domain/calendar.ts";
import { weekOf } from "../../domain/study-week.ts";
import { translated } from "../../domain/translated.ts";
import type { Weekday } from "../../domain/week-locale.ts";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { type ReportChoice, reportsPath } from "./report-choice.ts";
import styles from "./reports.module.css";

/** The periods that are one press away, in weeks: a quarter, half a year, a year, five years. */
const PERIODS = [12, 26, 52, 260];

export interface ReportFiltersProps {
  choice: ReportChoice;
  /** The first and the last day that the reports are about. */
  period: { readonly from: string; readonly to: string } | null;
  /** The school's present day. */
  today: string;
  /** The first day of the week. */
  weekStart: Weekday;
  courses: readonly TaughtCourse[];
  onChoice: (choice: ReportChoice) => void;
}

/** What the reports are about. Each choice has an address of its own. */
export const ReportFilters = ({
  choice,
  period,
  today,
  weekStart,
  courses,
  onChoice,
}: ReportFiltersProps) => {
  const text = useText();
  const { locale } = useIntl();
  return (
    <>
      <nav className={styles.periods} aria-label={text("staff-reports.periods")}>
        {PERIODS.map((weeks) => {
          const [first = today] = weekOf(addDays(today, 7 * (1 - weeks)), weekStart);
          const from = weeks === PERIODS[0] ? "" : first;
          return (
            <Link
              key={weeks}
              href={reportsPath({ ...choice, from, to: "" })}
              aria-current={choice.to === "" && choice.from === from ? "true" : undefined}
            >
              {text("staff-reports.last-weeks", { count: weeks })}
            </Link>
          );
        })}
      </nav>
      <FilterBar label={text("staff-reports.filters")}>
        <Field
          label={text("staff-audit.from")}
          type="date"
          value={choice.from || (period?.from ?? "")}
          max={choice.to || today}
          onChange={(event) => onChoice({ ...choice, from: event.currentTarget.value })}
        />
        <Field
          label={text("staff-audit.to")}
          type="date"
          value={choice.to || (period?.to ?? "")}
          min={choice.from || undefined}
          onChange={(event) => onChoice({ ...choice, to: event.currentTarget.value })}
        />
        <SelectField
          label={text("desk.course")}
          value={choice.course}
          onChange={(event) => onChoice({ ...choice, course: event.currentTarget.value })}
        >
          <option value="">{text("desk.course-all")}</option>
          {courses.map((course) => (
            <option key={course.id} value={String(course.id)}>
              {translated(course, "title", locale)}
            </option>
          ))}
        </SelectField>
      </FilterBar>
    </>
  );
};
