import { type ReactNode, useState } from "react";
import { useSnapshot } from "valtio";
import { Dialog } from "../../app-context/dialog.tsx";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import type { CheckedDraft } from "../../contract/staff-content.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { useAsync } from "../../ui/use-async.ts";
import { type Job, JobProgress, useJob } from "../jobs/public.ts";
import { ChangesView } from "./changes-view.tsx";
import styles from "./content.module.css";
import { type AskedPublish, NOT_ORDERED, readComparison, useContent } from "./content-service.ts";
import { NoteField } from "./content-words.tsx";
import { RemarkList } from "./remark-list.tsx";
import { REFUSED } from "./upload-view.tsx";

interface ComparisonProps {
  job: Job;
  children: (checked: CheckedDraft) => ReactNode;
}

const Comparison = ({ job, children }: ComparisonProps) => {
  const text = useText();
  const { result } = useSnapshot(job.state);
  const checked = readComparison(result);
  return (
    <JobProgress job={job} label={text("staff-content.comparing")} problems={REFUSED}>
      {checked ? children(checked) : null}
    </JobProgress>
  );
};

interface PublishDialogProps extends AskedPublish {
  onClose: () => void;
}

/** Shows what would change before the draft or an earlier version is published, whole or one course of it. */
export const PublishDialog = ({
  from,
  course: first,
  title,
  hint,
  act,
  onClose,
}: PublishDialogProps) => {
  const text = useText();
  const service = useContent();
  const { failure } = useSnapshot(service.state);
  const [course, setCourse] = useState(first);
  const [note, setNote] = useState("");
  // What is published stays while the dialog is open.
  const id = useAsync(() => service.compare({ from, course }), [course]) ?? null;
  const job = useJob(id);

  const decided = ({ problems, problem_count, found }: CheckedDraft) => {
    if (!found) {
      return (
        <>
          <p className={styles.warning}>
            {text(course === null ? "staff-content.not-again" : "staff-content.not-alone")}
          </p>
          <RemarkList
            name={text("staff-content.problems", { count: problem_count })}
            remarks={problems}
            count={problem_count}
          />
        </>
      );
    }
    const changed = found.changed_courses;
    const isUnchanged = course !== null && !changed.some(({ key }) => key === course);
    const isShared = course !== null && changed.some(({ key }) => key !== course);
    return (
      <>
        {isUnchanged ? <p>{text("staff-content.changes-none")}</p> : null}
        {isShared ? <p className={styles.note}>{text("staff-content.shared")}</p> : null}
        <ChangesView
          found={found}
          onAlone={course === null ? (key) => setCourse(key) : undefined}
        />
        <NoteField note={note} onNote={setNote} />
        <Button
          onClick={() => {
            onClose();
            void service.publish({ from, course }, note);
          }}
        >
          {act}
        </Button>
      </>
    );
  };

  return (
    <Dialog title={title} onClose={onClose}>
      <p>{hint}</p>
      <FailureNotice failure={failure} messages={NOT_ORDERED} />
      {job ? (
        <Comparison key={id} job={job}>
          {decided}
        </Comparison>
      ) : null}
      <p className={styles.buttons}>
        {course !== null && first === null ? (
          <Button quiet onClick={() => setCourse(null)}>
            {text("staff-content.all-courses")}
          </Button>
        ) : null}
        <Button quiet onClick={onClose}>
          {text("staff-content.keep")}
        </Button>
      </p>
    </Dialog>
  );
};
