import type { DeskStudent } from "../../../contract/desk.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./students.module.css";

/** What a tutor should know of a student at the first glance. */
export const StudentFlags = ({ student }: { student: DeskStudent }) => {
  const text = useText();
  if (!student.stuck && !student.new && !student.ending) return null;
  return (
    <span className={styles.flags}>
      {student.stuck ? (
        <span className={styles.flag} data-flag="stuck">
          {text("desk-students.is-stuck")}
        </span>
      ) : null}
      {student.new ? (
        <span className={styles.flag} data-flag="new">
          {text("desk-students.is-new")}
        </span>
      ) : null}
      {student.ending ? (
        <span className={styles.flag} data-flag="ending">
          {text("desk-students.is-ending")}
        </span>
      ) : null}
    </span>
  );
};
