import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import type { SchoolSettings, SentFinding } from "../../contract/staff-school.ts";
import type { Id } from "../../contract/wire.ts";
import { type FailureTable, matchFailure } from "../../core/match-failure.ts";
import {
  CHECK_NAMES,
  type CheckName,
  FINDING_STATES,
  type FindingCode,
  STATE_NAMES,
} from "../../domain/doctor.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import { Button } from "../../ui/button.tsx";
import { hasEnded, type Job, JobFile, JobProgress, useJob } from "../jobs/public.ts";
import styles from "./school.module.css";
import { useSchool } from "./school-service.ts";

const isKnown = (code: string): code is FindingCode => Object.hasOwn(FINDING_STATES, code);
const isCheck = (name: string): name is CheckName => Object.hasOwn(CHECK_NAMES, name);

/** Says what is fine, and what is to be done. */
export const DoctorSection = () => {
  const text = useText();
  const school = useSchool();
  const { findings, state } = useSnapshot(school.doctor);
  const isBusy = state === "busy";

  const wordOf = ({ code, values }: SentFinding): string =>
    isKnown(code)
      ? text(code, Object.fromEntries(values.map(({ name, value }) => [name, value])))
      : code;

  return (
    <>
      <p className={styles.acts}>
        <Button disabled={isBusy} onClick={() => school.check()}>
          {text("staff-school.check")}
        </Button>
      </p>
      <p role="status">{isBusy ? text("staff-school.checking") : ""}</p>
      {state === "failed" ? <p role="alert">{text("staff-school.not-done")}</p> : null}
      {findings ? (
        <ul className={styles.findings}>
          {findings.map((finding) => (
            <li key={`${finding.check} ${finding.code}`} data-state={finding.state}>
              <strong>
                {isCheck(finding.check) ? text(CHECK_NAMES[finding.check]) : finding.check}
              </strong>
              <span className={styles.state}>{text(STATE_NAMES[finding.state])}</span>
              <span>{wordOf(finding)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
};

const NOT_ORDERED = {
  "account/limit_reached": "staff.too-many-jobs",
  else: "staff-school.not-done",
} as const satisfies FailureTable;
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
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const job = useJob(id);

  const make = async () => {
    const ordered = await school.backUp();
    setFailure(ordered.ok ? null : ordered.failure);
    setId(ordered.ok ? ordered.value.job : null);
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
        <Button onClick={make}>{text("staff-school.make-backup")}</Button>
      </p>
      <FailureNotice failure={failure} messages={NOT_ORDERED} />
      {job ? <MadeBackup job={job} /> : null}
      <p className={styles.soft}>{text("staff-school.restore-note")}</p>
    </>
  );
};

const NOT_SENT = {
  429: "staff-school.test-limit",
  else: "staff-school.not-done",
} as const satisfies FailureTable;

/** Sends a mail to oneself, and says what the mail server has answered. */
export const MailTest = () => {
  const text = useText();
  const school = useSchool();
  const [result, setResult] = useState<{ text: string; isBad: boolean } | null>(null);

  const send = async () => {
    setResult(null);
    const sent = await school.testMail();
    if (!sent.ok) {
      return setResult({ text: text(matchFailure(sent.failure, NOT_SENT)), isBad: true });
    }
    const { taken, to, answer } = sent.value;
    if (taken) setResult({ text: text("staff-school.test-taken", { address: to }), isBad: false });
    else if (answer)
      setResult({ text: text("staff-school.test-refused", { answer }), isBad: true });
    else setResult({ text: text("staff-school.test-none"), isBad: true });
  };

  return (
    <>
      <p className={styles.acts}>
        <Button quiet onClick={send}>
          {text("staff-school.test")}
        </Button>
      </p>
      <p role={result?.isBad ? "alert" : "status"} className={styles.word}>
        {result?.text ?? ""}
      </p>
    </>
  );
};
