import { useIntl } from "react-intl";
import { Link } from "wouter";
import type { Column, ColumnCell } from "../../../app-context/data-table.tsx";
import { deskStudentPath } from "../../../app-context/desk-links.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { useSince } from "../../../app-context/use-since.ts";
import type { DeskStudent } from "../../../contract/desk.ts";
import type { STUDENTS_LIST } from "../../../contract/desk-students.ts";
import type { SortOf } from "../../../contract/list.ts";
import { translated } from "../../../domain/translated.ts";
import { useReads } from "../../../i18n/use-reads.ts";
import { useText } from "../../../i18n/use-text.ts";
import { type Flag, Flags } from "../../../ui/flags.tsx";
import { lessonTitle } from "../student-facts.tsx";
import styles from "./students.module.css";

type CellProps = ColumnCell<DeskStudent>;

/** What a tutor should know of a student at the first glance. */
export const StudentFlags = ({ student }: { student: DeskStudent }) => {
  const text = useText();
  const flags: Flag[] = [];
  if (student.stuck) flags.push({ text: text("desk-students.is-stuck"), tone: "warning" });
  if (student.new) flags.push({ text: text("desk-students.is-new"), tone: "good" });
  if (student.ending) flags.push({ text: text("desk-students.is-ending") });
  return <Flags flags={flags} />;
};

const Name = ({ row: student }: CellProps) => (
  <div className={styles.name}>
    <Link href={deskStudentPath(student.id)}>
      <bdi>{student.name}</bdi>
    </Link>
    <StudentFlags student={student} />
  </div>
);

const Seen = ({ row: { seen } }: CellProps) => {
  const text = useText();
  const since = useSince();
  return seen ? since(seen) : text("desk-students.never");
};

const Lesson = ({ row: { lesson } }: CellProps) => {
  const reads = useReads();
  return lesson ? <bdi>{lessonTitle(lesson, reads)}</bdi> : "–";
};

const useOpen = ({ courses }: DeskStudent) => {
  const today = useApp().schoolToday();
  return courses.filter(({ until }) => until === null || until >= today);
};

const Week = ({ row: student }: CellProps) => {
  const text = useText();
  const reads = useReads();
  const weeks = useOpen(student).filter(({ week }) => week.target > 0);
  return weeks.length === 0
    ? "–"
    : weeks.map(({ week, ...course }) => (
        <div key={course.course_id}>
          {weeks.length > 1 ? (
            <small>
              <bdi>{translated(course, "title", reads)}</bdi>{" "}
            </small>
          ) : null}
          <span className={styles.of}>
            {text("desk-students.week-of", { done: week.done, target: week.target })}
          </span>
        </div>
      ));
};

const Until = ({ row: student }: CellProps) => {
  const { formatDate } = useIntl();
  const [until] = useOpen(student)
    .flatMap((course) => course.until ?? [])
    .sort();
  return until ? formatDate(until, { dateStyle: "medium" }) : "–";
};

export const STUDENT_COLUMNS: readonly Column<DeskStudent, SortOf<typeof STUDENTS_LIST>>[] = [
  { name: "desk-students.column-name", sort: "name", Cell: Name },
  { name: "desk-students.column-seen", sort: "seen", className: styles.seen, Cell: Seen },
  { name: "desk-students.column-lesson", className: styles.lesson, Cell: Lesson },
  { name: "desk-students.column-week", sort: "week", className: styles.number, Cell: Week },
  {
    ...{ name: "desk-students.column-waiting", sort: "waiting", className: styles.number },
    Cell: ({ row }) => (row.waiting > 0 ? row.waiting : "–"),
  },
  { name: "desk-students.column-until", sort: "until", className: styles.until, Cell: Until },
];
