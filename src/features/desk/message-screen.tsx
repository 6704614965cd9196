import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { useParams, useSearch } from "wouter";
import { STUDENT_QUERY } from "../../app-context/desk-links.ts";
import { useText } from "../../i18n/use-text.ts";
import { ConversationAlone } from "../tutor-talk/public.ts";
import { keyOfEntry } from "./queue.ts";
import { useStudents } from "./students/use-students.ts";
import { useDesk } from "./use-desk.ts";
import styles from "./work.module.css";
import { useNextWork, WorkFrame } from "./work-frame.tsx";

/** The name of a student from whose page a conversation was opened. */
const NameOf = ({ student }: { student: string }) => {
  const students = useStudents();
  const text = useText();
  const page = students.page(student);
  const { value } = useSnapshot(page.state);
  useEffect(() => void page.load(), [page]);
  return value ? <bdi>{value.student.name}</bdi> : text("desk.one-message");
};

const MessageScreen = () => {
  const { id = "" } = useParams<{ id: string }>();
  const { counts } = useDesk();
  const text = useText();
  const entry = { kind: "message", id } as const;
  const next = useNextWork(entry);
  const search = useSearch();
  const { value } = useSnapshot(next.list.state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what comes after this one
  useEffect(() => void next.prefetch(), [id]);

  const queued = value?.find((each) => keyOfEntry(each) === keyOfEntry(entry));

  const answered = () => {
    if (queued?.state === "waiting") counts.add("messages", -1);
    void next.answered();
  };

  const student = new URLSearchParams(search).get(STUDENT_QUERY);
  const name = () => {
    if (queued) return <bdi>{queued.student.name}</bdi>;
    // Only what waits is in the queue.
    return student ? <NameOf student={student} /> : text("desk.one-message");
  };
  return (
    <WorkFrame next={next}>
      <h1>{name()}</h1>
      <div className={styles.message}>
        <ConversationAlone thread={id} onSent={answered} />
      </div>
    </WorkFrame>
  );
};

export default MessageScreen;
