import { memo } from "react";
import { useIntl } from "react-intl";
import { Link } from "wouter";
import { deskStudentPath } from "../../../app-context/desk-links.ts";
import type { DeskStudent } from "../../../contract/desk.ts";
import { useText } from "../../../i18n/use-text.ts";
import { ChooseCell } from "../../../ui/choose-cell.tsx";
import { lessonTitle } from "./lesson-title.ts";
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

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** A row of the table of students. */
export const StudentRow = memo(({ student, seen, today, isChosen, onChoose }: StudentRowProps) => {
  const text = useText();
  const { locale, formatDate } = useIntl();
  const { courses, lesson, waiting } = student;
  const open = courses.filter(({ until }) => until === null || until >= today);
  const done = sum(open.map(({ week }) => week.done));
  const target = sum(open.map(({ week }) => week.target));
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
        {target > 0 ? text("desk-students.week-of", { done, target }) : "–"}
      </td>
      <td className={styles.number}>{waiting > 0 ? waiting : "–"}</td>
      <td className={styles.until}>{until ? formatDate(until, { dateStyle: "medium" }) : "–"}</td>
    </tr>
  );
});
