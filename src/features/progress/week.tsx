import { useIntl } from "react-intl";
import { useText } from "../../i18n/use-text.ts";
import { Tape } from "../../ui/tape.tsx";
import type { TodaysClass } from "./today-service.ts";
import styles from "./week.module.css";

/** The maximum number of marks in a day's column. A larger number is written as a figure. */
const MARKS = 4;
/** The maximum number of parts on the tape. With more, the marks are too close to count. */
const PARTS = 20;

export interface WeekProps {
  today: TodaysClass;
  /** The number of lessons to study today and on each later day of the week. */
  toDo: readonly number[];
}

/** The week's target as a tape, and below it the completed and planned lessons of each day. */
export const Week = ({ today, toDo }: WeekProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const { weeklyTarget, doneThisWeek, days, date } = today;
  const from = days.findIndex((day) => day.date === date);
  const caption = text("progress.week-of", { done: doneThisWeek, target: weeklyTarget });
  const name = (day: string, weekday: "long" | "short") => formatDate(day, { weekday });

  return (
    <div className={styles.week}>
      {weeklyTarget > 0 ? (
        <>
          <Tape
            value={Math.min(doneThisWeek, weeklyTarget)}
            max={weeklyTarget}
            label={text("progress.week")}
            text={caption}
            parts={weeklyTarget <= PARTS ? weeklyTarget : undefined}
          />
          <p aria-hidden="true">{caption}</p>
        </>
      ) : null}
      <ol className={styles.days} aria-label={text("progress.days")}>
        {days.map((day, index) => {
          const planned = from >= 0 && index >= from ? (toDo[index - from] ?? 0) : 0;
          const values = { day: name(day.date, "long"), done: day.done, toDo: planned };
          return (
            <li key={day.date} aria-current={day.date === date ? "date" : undefined}>
              <span className="unseen">
                {text(planned > 0 ? "progress.day-to-do" : "progress.day", values)}
              </span>
              <span className={styles.marks} aria-hidden="true">
                <Marks count={day.done} kind="done" />
                <Marks count={planned} kind="to-do" />
              </span>
              <span className={styles.name} aria-hidden="true">
                {name(day.date, "short")}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
};

const Marks = ({ count, kind }: { count: number; kind: "done" | "to-do" }) => {
  if (count > MARKS) {
    return (
      <span className={styles.mark} data-kind={kind}>
        {count}
      </span>
    );
  }
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the marks are identical
    <span key={index} className={styles.mark} data-kind={kind} />
  ));
};
