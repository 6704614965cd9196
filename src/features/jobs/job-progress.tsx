import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Tape } from "../../ui/tape.tsx";
import { hasEnded, type Job } from "./job.ts";
import styles from "./job-progress.module.css";

/** The problems that each kind of job may have. Whether something was changed is said besides. */
const PROBLEMS: Readonly<Record<string, MessageId>> = {
  "job/interrupted": "staff.job-interrupted",
  "job/out_of_memory": "staff.job-out-of-memory",
  "job/too_long": "staff.job-too-long",
};

interface JobProgressProps {
  job: Job;
  /** What the job does: the name of its progress. */
  label: string;
  /** The messages for the problems of its kind, by their codes. */
  problems?: Readonly<Record<string, MessageId>>;
  /** What these messages name. */
  values?: Record<string, string | number>;
  /** Whether it may have changed something for good before it failed or was stopped. */
  changed?: boolean;
  /** What came of it, shown once it is done; absent: that it is done. */
  children?: ReactNode;
}

/** How far a job is, a button that stops it, and what came of it. */
export const JobProgress = ({
  job,
  label,
  problems = {},
  values,
  changed = false,
  children,
}: JobProgressProps) => {
  const text = useText();
  const { job: now, failure, isStopping: isAsked, isNotStopped } = useSnapshot(job.state);
  const isStopping = isAsked && now?.stoppable !== false;
  const known = problems[now?.problem ?? ""];
  const unchanged = changed ? null : ` ${text("staff.job-nothing-changed")}`;

  const stage = () => {
    if (!now || isStopping) return text(isStopping ? "staff.job-stopping" : "staff.job-running");
    if (now.state === "waiting") return text("staff.job-waiting");
    if (now.total === 0) return text("staff.job-running");
    return text("staff.job-so-far", { done: now.done, total: now.total });
  };

  if (failure === "not-found") return <p role="status">{text("staff.job-not-found")}</p>;
  return (
    <div className={styles.job}>
      {!now || !hasEnded(now) ? (
        <>
          <Tape value={now?.done ?? 0} max={now?.total || 1} label={label} text={stage()} />
          <p className={styles.stage}>
            <span>{stage()}</span>
            {now?.stoppable === false ? null : (
              <Button quiet disabled={isStopping} onClick={() => void job.stop()}>
                {text("staff.job-stop")}
              </Button>
            )}
          </p>
        </>
      ) : null}
      {isNotStopped ? <p role="alert">{text("staff.job-not-stopped")}</p> : null}
      {failure ? <p role="status">{text("desk-failure.not-fetched")}</p> : null}
      {now?.state === "stopped" ? (
        <p role="status">
          {text("staff.job-stopped")}
          {unchanged}
        </p>
      ) : null}
      {now?.state === "failed" ? (
        <p role="alert">
          {known ? text(known, values) : text(PROBLEMS[now.problem] ?? "staff.job-failed")}
          {known ? null : unchanged}
        </p>
      ) : null}
      {now?.state === "done" ? (children ?? <p role="status">{text("staff.job-done")}</p>) : null}
    </div>
  );
};

/** Saves the file that a job has made, if it has made one. */
export const JobFile = ({ job, children }: Pick<JobProgressProps, "job" | "children">) => {
  const { file } = useSnapshot(job.state);
  return file ? (
    <a
      className="button"
      href={file}
      download
      onClick={(event) => {
        event.preventDefault();
        void job.save();
      }}
    >
      {children}
    </a>
  ) : null;
};
