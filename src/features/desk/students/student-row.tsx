import { memo } from "react";
import { useIntl } from "react-intl";
import { Link } from "wouter";
import { deskStudentPath } from "../../../app-context/desk-links.ts";
import type { DeskStudent } from "../../../contract/desk.ts";
import { translated } from "../../../domain/translated.ts";
import { useText } from "../../../i18n/use-text.ts";
import { ChooseCell } from "../../../ui/choose-cell.tsx";
import { lessonTitle } from "../student-facts.tsx";
import { StudentFlags } from "./student-flags.tsx";
import styles from "./students.module.css";

export interface StudentRowProps {
  student: DeskStudent;
  /** How long ago the student was here; null: never. */
  seen: string | null;
  /** The present day at the school. */
  today: string;
  isChosen: boolean;
  onChoose: (student: DeskStudent, isChosen: boolean) => void;
}

/** A row of the table of students. */
export const StudentRow = memo(({ student, seen, today, isChosen, onChoose }: StudentRowProps) => {
  const text = useText();
  const { locale, formatDate } = useIntl();
  const { courses, lesson, waiting } = student;
  const open = courses.filter(({ until }) => until === null || until >= today);
  const weeks = open.filter(({ week }) => week.target > 0);
  const [until] = open.flatMap((course) => course.until ?? []).sort();
  return (
    <tr data-chosen={isChosen || undefined}>
      <ChooseCell
        label={text("desk-students.choose", { name: student.name })}
        isChosen={isChosen}
        onChoose={(choose) => onChoose(student, choose)}
      />
      <th scope="row">
        <div className={styles.name}>
          <Link href={deskStudentPath(student.id)}>
            <bdi>{student.name}</bdi>
          </Link>
          <StudentFlags student={student} />
        </div>
      </th>
      <td className={styles.seen}>{seen ?? text("desk-students.never")}</td>
      <td className={styles.lesson}>{lesson ? <bdi>{lessonTitle(lesson, locale)}</bdi> : "–"}</td>
      <td className={styles.number}>
        {weeks.length === 0 ? "–" : null}
        {weeks.map(({ week, ...course }) => (
          <div key={course.course_id}>
            {weeks.length > 1 ? (
              <small>
                <bdi>{translated(course, "title", locale)}</bdi>{" "}
              </small>
            ) : null}
            {text("desk-students.week-of", { done: week.done, target: week.target })}
          </div>
        ))}
      </td>
      <td className={styles.number}>{waiting > 0 ? waiting : "–"}</td>
      <td className={styles.until}>{until ? formatDate(until, { dateStyle: "medium" }) : "–"}</td>
    </tr>
  );
});
