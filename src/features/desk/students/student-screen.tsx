import { useEffect, useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link, useParams } from "wouter";
import {
  DESK_STUDENTS,
  handInPath,
  messageOfStudentPath,
} from "../../../app-context/desk-links.ts";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { useScreenTitle } from "../../../app-context/use-screen-title.ts";
import { useSince } from "../../../app-context/use-since.ts";
import type { DeskStudentPage } from "../../../contract/desk-students.ts";
import { translated } from "../../../domain/translated.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useReads } from "../../../i18n/use-reads.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { DraftFileView } from "../../draft-check/public.ts";
import { deskFailures, isGone, isWithoutDesk } from "../desk-failure.ts";
import { DeskNav, NoDesk } from "../desk-nav.tsx";
import { lessonTitle, MeasuresTable, StudentCourses } from "../student-facts.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import { StudentFlags } from "./student-columns.tsx";
import styles from "./student-screen.module.css";
import { useStudents } from "./use-students.ts";

/** A student with the work of the courses that the tutor sees. */
const StudentScreen = () => {
  const { id = "" } = useParams<{ id: string }>();
  const students = useStudents();
  const text = useText();
  const page = students.page(id);
  const { value, failure } = useSnapshot(page.state);
  const isUnknown = isGone(failure);
  const shown = isUnknown ? null : (value as DeskStudentPage | null);
  useScreenTitle(shown?.student.name ?? text("desk-students.name"));

  const load = () => void page.refresh();
  useEffect(load, [page]);

  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{shown ? <bdi>{shown.student.name}</bdi> : text("desk-students.name")}</h1>
      <DeskNav />
      <p>
        <Link className={styles.link} href={DESK_STUDENTS}>
          {text("desk-students.back")}
        </Link>
      </p>
      {isWithoutDesk(failure) ? (
        <NoDesk />
      ) : (
        <FailureNotice
          failure={isUnknown ? null : failure}
          messages={deskFailures}
          onRetry={load}
        />
      )}
      {isUnknown ? <p role="alert">{text("desk-students.unknown")}</p> : null}
      {value || failure ? null : <p role="status">{text("desk-students.loading-one")}</p>}
      {shown ? <StudentView page={shown} onSent={load} /> : null}
    </main>
  );
};

export default StudentScreen;

interface StudentViewProps {
  page: DeskStudentPage;
  /** Called when the school has a message to the student. */
  onSent: () => void;
}

/** What a tutor sees of a student, and the way to write. */
const StudentView = ({ page, onSent }: StudentViewProps) => {
  const { student, hand_ins, conversations, measurements, consent, drafts } = page;
  const text = useText();
  const reads = useReads();
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
            {text("desk-students.last-lesson", { title: lessonTitle(student.lesson, reads) })}
          </span>
        ) : null}
        <StudentFlags student={student} />
      </p>
      <p>
        <Button quiet onClick={() => setWrites(true)}>
          {text("desk-students.message-to-one", { name: student.name })}
        </Button>
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
        {drafts.length > 0 ? <SharedDrafts drafts={drafts} /> : null}
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

/** The patterns that the student shows to tutors. Each is drafted once it is opened. */
const SharedDrafts = ({ drafts }: Pick<DeskStudentPage, "drafts">) => {
  const text = useText();
  const { formatDate } = useIntl();
  const [open, setOpen] = useState<DeskStudentPage["drafts"][number] | null>(null);
  const file = useMemo(() => open && new Blob([open.draft]), [open]);
  return (
    <section className="sheet">
      <h2>{text("desk-students.drafts")}</h2>
      <ul className="rows">
        {drafts.map((each) => (
          <li key={each.id}>
            <Button
              quiet
              aria-expanded={open?.id === each.id}
              onClick={() => setOpen(open?.id === each.id ? null : each)}
            >
              <bdi>{each.name}</bdi>
              {each.created ? ` · ${formatDate(each.created, { dateStyle: "medium" })}` : null}
            </Button>
            {open?.id === each.id && file ? <DraftFileView file={file} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
};

const STATES = {
  uploaded: "desk-students.hand-in-waits",
  accepted: "assignments.state-accepted",
  returned: "assignments.state-returned",
} as const satisfies Record<DeskStudentPage["hand_ins"][number]["state"], MessageId>;

const useDay = () => {
  const { formatDate } = useIntl();
  return (date: string | null) => (date ? formatDate(date, { dateStyle: "medium" }) : "");
};

/** The hand-ins of a student, the latest first. Each leads to the work on it. */
const StudentHandIns = ({ handIns }: { handIns: DeskStudentPage["hand_ins"] }) => {
  const text = useText();
  const reads = useReads();
  const day = useDay();
  if (handIns.length === 0) return <p>{text("desk-students.hand-ins-none")}</p>;
  return (
    <ul className="rows">
      {handIns.map((handIn) => (
        <li key={handIn.id}>
          <Link className={styles.link} href={handInPath(handIn.id)}>
            <bdi>{translated(handIn, "title", reads)}</bdi>
          </Link>
          <p>
            {text(STATES[handIn.state])} · {day(handIn.date)}
          </p>
          {handIn.comment ? (
            <p className={styles.words} dir="auto">
              {handIn.comment}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
};

const StudentConversations = ({
  student,
  conversations,
}: Pick<DeskStudentPage, "student" | "conversations">) => {
  const text = useText();
  const day = useDay();
  if (conversations.length === 0) return <p>{text("desk-students.conversations-none")}</p>;
  return (
    <ul className="rows">
      {conversations.map(({ id, subject, date, waiting }) => (
        <li key={id}>
          <Link className={styles.link} href={messageOfStudentPath(id, student.id)}>
            <bdi>{subject.trim() || text("desk.no-subject")}</bdi>
          </Link>
          <p>
            {waiting ? `${text("desk-students.hand-in-waits")} · ` : null}
            {day(date)}
          </p>
        </li>
      ))}
    </ul>
  );
};
