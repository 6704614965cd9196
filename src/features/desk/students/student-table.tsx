import type { RefObject } from "react";
import { useSince } from "../../../app-context/use-since.ts";
import type { DeskStudent } from "../../../contract/desk.ts";
import type { Id } from "../../../contract/wire.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import { DataTable } from "../../../ui/data-table.tsx";
import type { StudentChoice, StudentSort } from "./choice.ts";
import { StudentRow } from "./student-row.tsx";
import styles from "./students.module.css";

const COLUMNS = [
  ["name", "desk-students.column-name", ""],
  ["seen", "desk-students.column-seen", styles.seen],
  [null, "desk-students.column-lesson", styles.lesson],
  ["week", "desk-students.column-week", styles.number],
  ["waiting", "desk-students.column-waiting", styles.number],
  ["until", "desk-students.column-until", styles.until],
] as const satisfies readonly (readonly [StudentSort | null, MessageId, string | undefined])[];

export interface StudentTableProps {
  students: readonly DeskStudent[];
  choice: StudentChoice;
  /** The present day at the school. */
  today: string;
  chosen: ReadonlyMap<Id, string>;
  body: RefObject<HTMLTableSectionElement | null>;
  onSort: (sort: StudentSort) => void;
  onChoose: (student: DeskStudent, isChosen: boolean) => void;
}

/** The students as a table. The headings of its columns sort it. */
export const StudentTable = ({
  students,
  choice,
  today,
  chosen,
  body,
  onSort,
  onChoose,
}: StudentTableProps) => {
  const text = useText();
  const since = useSince();
  return (
    <DataTable
      caption={text("desk-students.name")}
      chooseAll={text("desk-students.choose-all")}
      columns={COLUMNS.map(([sort, name, className]) => ({ sort, name: text(name), className }))}
      sorted={choice}
      rows={students}
      chosen={chosen}
      body={body}
      onSort={onSort}
      onChoose={onChoose}
    >
      {(student, isChosen) => (
        <StudentRow
          key={student.id}
          student={student}
          seen={student.seen ? since(student.seen) : null}
          today={today}
          isChosen={isChosen}
          onChoose={onChoose}
        />
      )}
    </DataTable>
  );
};
