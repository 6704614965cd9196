import type { RefObject } from "react";
import { useSince } from "../../../app-context/use-since.ts";
import type { DeskStudent } from "../../../contract/desk.ts";
import type { Id } from "../../../contract/wire.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import { ChooseCell } from "../../../ui/choose-cell.tsx";
import { SortHead } from "../../../ui/sort-head.tsx";
import table from "../../../ui/table.module.css";
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
  rows: RefObject<HTMLTableSectionElement | null>;
  onSort: (sort: StudentSort) => void;
  onChoose: (student: DeskStudent, isChosen: boolean) => void;
  onChooseAll: (areChosen: boolean) => void;
}

/** The students as a table. The headings of its columns sort it. */
export const StudentTable = ({
  students,
  choice,
  today,
  chosen,
  rows,
  onSort,
  onChoose,
  onChooseAll,
}: StudentTableProps) => {
  const text = useText();
  const since = useSince();
  const count = students.filter(({ id }) => chosen.has(id)).length;
  const isAll = count > 0 && count === students.length;
  return (
    <table className={table.table}>
      <caption className={table.hidden}>{text("desk-students.name")}</caption>
      <thead>
        <tr>
          <ChooseCell
            label={text("desk-students.choose-all")}
            isChosen={isAll}
            isPart={count > 0 && !isAll}
            onChoose={onChooseAll}
          />
          {COLUMNS.map(([sort, name, className]) => (
            <SortHead
              key={name}
              className={className}
              order={sort !== null && sort === choice.sort ? choice.order : undefined}
              onSort={sort === null ? undefined : () => onSort(sort)}
            >
              {text(name)}
            </SortHead>
          ))}
        </tr>
      </thead>
      <tbody ref={rows}>
        {students.map((student) => (
          <StudentRow
            key={student.id}
            student={student}
            seen={student.seen ? since(student.seen) : null}
            today={today}
            isChosen={chosen.has(student.id)}
            onChoose={onChoose}
          />
        ))}
      </tbody>
    </table>
  );
};
