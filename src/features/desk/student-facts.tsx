import { useIntl } from "react-intl";
import { Link } from "wouter";
import { handInPath } from "../../app-context/desk-links.ts";
import type { DeskStudent, DeskWork } from "../../contract/desk.ts";
import { translated } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import { Fold } from "../../ui/fold.tsx";
import styles from "./student-facts.module.css";
import { StudentCourses } from "./students/student-courses.tsx";

/** How far a student is in their courses, as the student sees it. */
export const StudentProgress = ({ student }: { student: DeskStudent }) => {
  const text = useText();
  const { formatDate } = useIntl();
  return (
    <Fold heading={text("desk.progress")} open>
      <p className={styles.soft}>
        {student.seen
          ? text("desk.last-seen", {
              date: formatDate(student.seen, { dateStyle: "medium", timeStyle: "short" }),
            })
          : text("desk.never-seen")}
      </p>
      <StudentCourses courses={student.courses} />
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
