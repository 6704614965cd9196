import { useIntl } from "react-intl";
import { Link } from "wouter";
import { handInPath } from "../../app-context/desk-links.ts";
import type { DeskStudent, DeskWork } from "../../contract/desk.ts";
import { titleIn, translated } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import { Fold } from "../../ui/fold.tsx";
import { Tape } from "../../ui/tape.tsx";
import styles from "./student-facts.module.css";

type Titles = Readonly<Record<string, string>>;

const titlesOf = (title: unknown): Titles =>
  title !== null && typeof title === "object" ? (title as Titles) : {};

/** How far a student is in their courses, as the student sees it. */
export const StudentProgress = ({ student }: { student: DeskStudent }) => {
  const text = useText();
  const { locale, formatDate } = useIntl();
  const day = (date: string) => formatDate(date, { dateStyle: "medium" });
  return (
    <Fold heading={text("desk.progress")} open>
      <p className={styles.soft}>
        {student.seen
          ? text("desk.last-seen", {
              date: formatDate(student.seen, { dateStyle: "medium", timeStyle: "short" }),
            })
          : text("desk.never-seen")}
      </p>
      <ul className={styles.list}>
        {student.courses.map(({ lessons, completed, next, week, until, ...course }) => (
          <li key={course.course_id}>
            <h3>
              <bdi>{translated(course, "title", locale)}</bdi>
            </h3>
            <Tape
              value={completed}
              max={lessons}
              label={text("desk.completed", { done: completed, all: lessons })}
            />
            <p>{text("desk.completed", { done: completed, all: lessons })}</p>
            <p>{text("progress.week-of", { done: week.done, target: week.target })}</p>
            {next ? (
              <p>
                {text("desk.next-lesson", {
                  title: titleIn(titlesOf(next.title), locale) || next.key,
                })}
              </p>
            ) : null}
            {until ? <p>{text("desk.until", { date: day(until) })}</p> : null}
          </li>
        ))}
      </ul>
    </Fold>
  );
};

export interface OtherHandInsProps {
  others: DeskWork["others"];
  /** The query of the queue. */
  search: string;
}

/** The other hand-ins of a student, with what was answered. */
export const OtherHandIns = ({ others, search }: OtherHandInsProps) => {
  const text = useText();
  const { locale, formatDate } = useIntl();
  return (
    <Fold heading={text("desk.others", { count: others.length })}>
      {others.length === 0 ? <p className={styles.soft}>{text("desk.others-none")}</p> : null}
      <ul className={styles.list}>
        {others.map((other) => (
          <li key={other.id}>
            <h3>
              <Link href={handInPath(other.id, search)}>{translated(other, "title", locale)}</Link>
            </h3>
            <p className={styles.soft}>
              {text(
                other.state === "uploaded"
                  ? "desk.show-waiting"
                  : other.state === "accepted"
                    ? "assignments.state-accepted"
                    : "assignments.state-returned",
              )}
              {other.date ? ` · ${formatDate(other.date, { dateStyle: "medium" })}` : null}
            </p>
            {other.comment ? <p dir="auto">{other.comment}</p> : null}
            {other.feedback ? <blockquote dir="auto">{other.feedback}</blockquote> : null}
          </li>
        ))}
      </ul>
    </Fold>
  );
};
