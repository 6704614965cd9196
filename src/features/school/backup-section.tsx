import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import type { Id } from "../../contract/wire.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import { hasEnded, type Job, JobFile, JobProgress, useJob } from "../jobs/public.ts";
import styles from "./school.module.css";
import { type SchoolSettings, useSchool } from "./school-service.ts";

const FAILURES = {
  "too-many-jobs": "staff.too-many-jobs",
  "not-done": "staff-school.not-done",
} as const;
const PROBLEMS = { "backup/no_room": "staff-school.backup-no-room" } as const;

/** A backup that is being made, and its file. */
const MadeBackup = ({ job }: { job: Job }) => {
  const text = useText();
  const school = useSchool();
  const { job: now } = useSnapshot(job.state);
  const isOver = now !== null && hasEnded(now);

  // The screen then shows when the last one was made.
  useEffect(() => {
    if (isOver) void school.load();
  }, [isOver, school]);

  return (
    <JobProgress job={job} label={text("staff-school.backup-job")} problems={PROBLEMS}>
      <p role="status">
        <JobFile job={job}>{text("staff-school.backup-file")}</JobFile>{" "}
      </p>
      <p>{text("staff-school.backup-note")}</p>
    </JobProgress>
  );
};

/** Makes a backup, and says how old the last one is. */
export const BackupSection = ({ last }: { last: SchoolSettings["last_backup"] }) => {
  const text = useText();
  const school = useSchool();
  const { formatDate } = useIntl();
  const fileSize = useFileSize();
  const [id, setId] = useState<Id | null>(null);
  const [failure, setFailure] = useState<"too-many-jobs" | "not-done" | null>(null);
  const job = useJob(id);

  const make = async () => {
    const ordered = await school.backUp();
    setFailure(ordered.ok ? null : ordered.failure);
    setId(ordered.ok ? ordered.value : null);
  };

  return (
    <>
      <p>
        {last?.at
          ? text("staff-school.last-backup", {
              date: formatDate(last.at, { dateStyle: "long", timeStyle: "short" }),
              size: fileSize(last.bytes),
            })
          : text("staff-school.no-backup")}
      </p>
      {last && last.missing > 0 ? (
        <p>{text("staff-school.backup-missing", { count: last.missing })}</p>
      ) : null}
      <p className={styles.acts}>
        <button type="button" className="button" onClick={() => void make()}>
          {text("staff-school.make-backup")}
        </button>
      </p>
      {failure ? <p role="alert">{text(FAILURES[failure])}</p> : null}
      {job ? <MadeBackup job={job} /> : null}
      <p className={styles.soft}>{text("staff-school.restore-note")}</p>
    </>
  );
};
