import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link, useParams } from "wouter";
import { DESK_STUDENTS } from "../../../app-context/desk-links.ts";
import { useScreenTitle } from "../../../app-context/use-screen-title.ts";
import type { DeskStudentPage } from "../../../contract/desk.ts";
import { useText } from "../../../i18n/use-text.ts";
import { LoadError } from "../../../ui/load-error.tsx";
import { deskFailureMessages } from "../desk-failure.ts";
import { DeskNav } from "../desk-nav.tsx";
import { MeasuresTable } from "../measures-table.tsx";
import { NoDesk } from "../no-desk.tsx";
import { useSince } from "../use-since.ts";
import { lessonTitle } from "./lesson-title.ts";
import { MessageDialog } from "./message-dialog.tsx";
import { StudentCourses } from "./student-courses.tsx";
import { StudentFlags } from "./student-flags.tsx";
import styles from "./student-screen.module.css";
import { StudentConversations, StudentHandIns } from "./student-work.tsx";
import { useStudents } from "./use-students.ts";

/** A student with the work of the courses that the tutor sees. */
const StudentScreen = () => {
  const { id = "" } = useParams<{ id: string }>();
  const { pages } = useStudents();
  const text = useText();
  const page = pages.of(id);
  const { value, failure } = useSnapshot(page.state);
  useScreenTitle(value?.student.name ?? text("desk-students.name"));

  useEffect(() => {
    void page.refresh();
  }, [page]);

  const isUnknown = failure?.kind === "not-found";
  const known = isUnknown ? null : (value as DeskStudentPage | null);
  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{known ? <bdi>{known.student.name}</bdi> : text("desk-students.name")}</h1>
      <DeskNav />
      <p>
        <Link className={styles.link} href={DESK_STUDENTS}>
          {text("desk-students.back")}
        </Link>
      </p>
      {failure?.kind === "no-desk" ? <NoDesk /> : null}
      {isUnknown ? <p role="alert">{text("desk-students.unknown")}</p> : null}
      {failure && failure.kind !== "no-desk" && failure.kind !== "not-found" ? (
        <LoadError
          message={text(deskFailureMessages[failure.kind])}
          retry={text("screen.retry")}
          onRetry={() => void page.refresh()}
        />
      ) : null}
      {value || failure ? null : <p role="status">{text("desk-students.loading-one")}</p>}
      {known ? <Work page={known} onSent={() => void page.refresh()} /> : null}
    </main>
  );
};

const Work = ({ page, onSent }: { page: DeskStudentPage; onSent: () => void }) => {
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
          <StudentConversations conversations={conversations} />
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

export default StudentScreen;
