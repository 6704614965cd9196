import { useIntl } from "react-intl";
import { Link } from "wouter";
import { handInPath } from "../../app-context/desk-links.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { DeskStudent, DeskWork } from "../../contract/desk.ts";
import type { Measurement } from "../../contract/measurements.ts";
import { measureName } from "../../core/measure-messages.ts";
import { FIELD_KEYS, type Values } from "../../domain/measurements/fields.ts";
import { formatWithUnit } from "../../domain/measurements/format-measure.ts";
import { type Reads, titleIn, translated } from "../../domain/translated.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { Fold } from "../../ui/fold.tsx";
import { Tape } from "../../ui/tape.tsx";
import styles from "./student-facts.module.css";

const STATES = {
  uploaded: "desk.show-waiting",
  accepted: "assignments.state-accepted",
  returned: "assignments.state-returned",
} as const satisfies Record<DeskWork["hand_in"]["state"], MessageId>;

/** The title of a lesson in a language that is read, else its key. */
export const lessonTitle = (
  { title, key }: NonNullable<DeskStudent["lesson"]>,
  reads: Reads,
): string => titleIn((title ?? {}) as Readonly<Record<string, string>>, reads) || key;

/** How far a student is in each course, as the student sees it. */
export const StudentCourses = ({ courses }: Pick<DeskStudent, "courses">) => {
  const today = useApp().schoolToday();
  const text = useText();
  const { formatDate } = useIntl();
  const reads = useReads();
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
              <bdi>{translated(course, "title", reads)}</bdi>
            </h3>
            <Tape
              value={completed}
              max={lessons}
              label={translated(course, "title", reads)}
              text={progress}
            />
            <p>{progress}</p>
            {week.target > 0 ? (
              <p>{text("progress.week-of", { done: week.done, target: week.target })}</p>
            ) : null}
            <p>
              {next
                ? text("desk-students.next-lesson", { title: lessonTitle(next, reads) })
                : text("desk-students.finished")}
            </p>
            {dates.length > 0 ? <p className={styles.soft}>{dates.join(" · ")}</p> : null}
          </li>
        );
      })}
    </ul>
  );
};

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

interface OtherHandInsProps {
  others: DeskWork["others"];
  /** The query of the queue. */
  search: string;
}

export const OtherHandIns = ({ others, search }: OtherHandInsProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const reads = useReads();
  return (
    <Fold heading={text("desk.others", { count: others.length })}>
      {others.length === 0 ? <p className={styles.soft}>{text("desk.others-none")}</p> : null}
      <ul className={styles.list}>
        {others.map((other) => (
          <li key={other.id}>
            <h3>
              <Link className="tap" href={handInPath(other.id, search)}>
                {translated(other, "title", reads)}
              </Link>
            </h3>
            <p className={styles.soft}>
              {text(STATES[other.state])}
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

interface MeasuresTableProps {
  /** The student's default table; null if there is none. */
  table: Measurement | null;
  /** Whether the student's consent to store personal data is valid. */
  consent: boolean;
}

/** What a student has measured, if the student has agreed to that. */
export const MeasuresTable = ({ table, consent }: MeasuresTableProps) => {
  const text = useText();
  const { locale } = useIntl();
  const values: Values = table?.values ?? {};
  const rows = FIELD_KEYS.flatMap((field) => {
    const value = values[field] ?? null;
    if (value === null || !table) return [];
    return [[field, formatWithUnit(value, field, table.units, locale)] as const];
  });
  return (
    <Fold heading={text("measurements.title")}>
      {consent && rows.length > 0 ? (
        <table className={styles.measures}>
          <caption>
            <bdi>{table?.name}</bdi>
          </caption>
          <tbody>
            {rows.map(([field, value]) => (
              <tr key={field}>
                <th scope="row">{text(measureName(field))}</th>
                <td>
                  <bdi>{value}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className={styles.soft}>{text(consent ? "desk.no-measures" : "desk.no-consent")}</p>
      )}
    </Fold>
  );
};
