import { useIntl } from "react-intl";
import { useApp } from "../../../app-context/use-app.ts";
import type { DeskStudent } from "../../../contract/desk.ts";
import { translated } from "../../../domain/translated.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Tape } from "../../../ui/tape.tsx";
import { lessonTitle } from "./lesson-title.ts";
import styles from "./student-screen.module.css";

/** How far a student is in each course, as the student sees it. */
export const StudentCourses = ({ courses }: Pick<DeskStudent, "courses">) => {
  const today = useApp().schoolToday();
  const text = useText();
  const { locale, formatDate } = useIntl();
  const day = (date: string) => formatDate(date, { dateStyle: "medium" });
  if (courses.length === 0) return <p>{text("desk-students.courses-none")}</p>;
  return (
    <ul className={styles.courses}>
      {courses.map((course) => {
        const { lessons, completed, next, week, from, until } = course;
        const progress = text("desk-students.completed", { done: completed, all: lessons });
        const dates = [
          from && text("desk-students.from", { date: day(from) }),
          until && text(until < today ? "courses.expired" : "courses.until", { date: day(until) }),
        ].filter(Boolean);
        return (
          <li key={course.course_id}>
            <h3>
              <bdi>{translated(course, "title", locale)}</bdi>
            </h3>
            <Tape
              value={completed}
              max={lessons}
              label={translated(course, "title", locale)}
              text={progress}
            />
            <p>{progress}</p>
            {week.target > 0 ? (
              <p>{text("progress.week-of", { done: week.done, target: week.target })}</p>
            ) : null}
            <p>
              {next
                ? text("desk-students.next-lesson", { title: lessonTitle(next, locale) })
                : text("desk-students.finished")}
            </p>
            {dates.length > 0 ? <p className={styles.soft}>{dates.join(" · ")}</p> : null}
          </li>
        );
      })}
    </ul>
  );
};
