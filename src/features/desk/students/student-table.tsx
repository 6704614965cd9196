import { type RefObject, useEffect, useRef } from "react";
import type { DeskStudent } from "../../../contract/desk.ts";
import type { Id } from "../../../contract/wire.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import { useSince } from "../use-since.ts";
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
  const all = useRef<HTMLInputElement>(null);
  const count = students.filter(({ id }) => chosen.has(id)).length;
  const isAll = count > 0 && count === students.length;
  useEffect(() => {
    if (all.current) all.current.indeterminate = count > 0 && !isAll;
  }, [count, isAll]);
  return (
    <table className={styles.table}>
      <caption className={styles.hidden}>{text("desk-students.name")}</caption>
      <thead>
        <tr>
          <td className={styles.choose}>
            <label>
              <input
                ref={all}
                type="checkbox"
                checked={isAll}
                aria-label={text("desk-students.choose-all")}
                onChange={(event) => onChooseAll(event.currentTarget.checked)}
              />
            </label>
          </td>
          {COLUMNS.map(([sort, name, className]) => (
            <th
              key={name}
              scope="col"
              className={className}
              aria-sort={sort !== null && sort === choice.sort ? choice.order : undefined}
            >
              {sort === null ? (
                text(name)
              ) : (
                <button type="button" onClick={() => onSort(sort)}>
                  {text(name)}
                </button>
              )}
            </th>
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
