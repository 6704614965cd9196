import { useState } from "react";
import { useIntl } from "react-intl";
import { useSince } from "../../../app-context/use-since.ts";
import type { DeskStudentPage } from "../../../contract/desk-students.ts";
import { useText } from "../../../i18n/use-text.ts";
import { MessageDialog } from "../bulk-message/message-dialog.tsx";
import { MeasuresTable } from "../measures-table.tsx";
import { lessonTitle } from "./lesson-title.ts";
import { StudentFlags } from "./student-columns.tsx";
import { StudentCourses } from "./student-courses.tsx";
import styles from "./student-screen.module.css";
import { StudentConversations, StudentHandIns } from "./student-work.tsx";

export interface StudentViewProps {
  page: DeskStudentPage;
  /** Called when the school has a message to the student. */
  onSent: () => void;
}

/** What a tutor sees of a student, and the way to write. */
export const StudentView = ({ page, onSent }: StudentViewProps) => {
  const { student, hand_ins, conversations, measurements, consent } = page;
  const text = useText();
  const { locale } = useIntl();
  const since = useSince();
  const [writes, setWrites] = useState(false);
  const [isSent, setIsSent] = useState(false);
  return (
    <>
      <p className={styles.facts}>
        <span>
          {student.seen
            ? text("desk-students.last-here", { when: since(student.seen) })
            : text("desk-students.never-here")}
        </span>
        {student.lesson ? (
          <span>
            {text("desk-students.last-lesson", { title: lessonTitle(student.lesson, locale) })}
          </span>
        ) : null}
        <StudentFlags student={student} />
      </p>
      <p>
        <button type="button" className="button quiet" onClick={() => setWrites(true)}>
          {text("desk-students.message-to-one", { name: student.name })}
        </button>
      </p>
      <p role="status" className={styles.sent}>
        {isSent ? text("desk-students.sent", { count: 1 }) : null}
      </p>
      <div className={styles.columns}>
        <section className="sheet">
          <h2>{text("desk-students.courses")}</h2>
          <StudentCourses courses={student.courses} />
        </section>
        <section className="sheet">
          <h2>{text("desk-students.hand-ins")}</h2>
          <StudentHandIns handIns={hand_ins} />
        </section>
        <section className="sheet">
          <h2>{text("desk-students.conversations")}</h2>
          <StudentConversations student={student} conversations={conversations} />
        </section>
        <MeasuresTable table={measurements} consent={consent} />
      </div>
      {writes ? (
        <MessageDialog
          title={text("desk-students.message-to-one", { name: student.name })}
          to={{ students: [student.id] }}
          names={[]}
          onClose={() => setWrites(false)}
          onSent={() => {
            setWrites(false);
            setIsSent(true);
            onSent();
          }}
        />
      ) : null}
    </>
  );
};
