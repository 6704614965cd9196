import { type ReactNode, useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { useFailureText } from "../../app-context/use-failure-text.ts";
import type { SchoolSettings, SentFinding } from "../../contract/staff-school.ts";
import type { Id } from "../../contract/wire.ts";
import { type FailureTable, matchFailure } from "../../core/match-failure.ts";
import { CHECKS, type CheckName, FINDING_STATES, type FindingCode } from "../../domain/doctor.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import { Button } from "../../ui/button.tsx";
import { createJob, hasEnded, type Job, JobFile, JobProgress, useJob } from "../jobs/public.ts";
import styles from "./school.module.css";
import { useSchool } from "./school-service.ts";

const isKnown = (code: string): code is FindingCode => Object.hasOwn(FINDING_STATES, code);
const isCheck = (name: string): name is CheckName => CHECKS.some((check) => check === name);

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
                {isCheck(finding.check) ? text(`staff-doctor.${finding.check}`) : finding.check}
              </strong>
              <span className={styles.state}>{text(`staff-doctor.${finding.state}`)}</span>
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
/** Why a backup was not made. */
const PROBLEMS: Readonly<Record<string, MessageId>> = {
  "backup/no_room": "staff-school.backup-no-room",
};

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
    </JobProgress>
  );
};

const HOUR_MS = 3_600_000;

const ageWords = (date: string, locale: string): string => {
  const hours = Math.min(0, Math.round((Date.parse(date) - Date.now()) / HOUR_MS));
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "always" });
  return hours > -48 ? words.format(hours, "hour") : words.format(Math.round(hours / 24), "day");
};

type SentBackup = SchoolSettings["backups"][number];

const BackupList = ({ backups }: Pick<SchoolSettings, "backups">) => {
  const text = useText();
  const { formatDate } = useIntl();
  const { send, base } = useApp().transport;
  const fileSize = useFileSize();
  const when = ({ at }: SentBackup) =>
    formatDate(at ?? 0, { dateStyle: "long", timeStyle: "short" });
  return (
    <ul className="rows">
      {backups.map((backup) => (
        <li key={backup.job}>
          <span>
            {when(backup)}, {fileSize(backup.bytes)}
            {backup.scheduled ? null : ` ${text("staff-school.backup-by-hand")}`}
          </span>
          <Button
            quiet
            aria-label={text("staff-school.backup-fetch", { date: when(backup) })}
            onClick={() => createJob({ send, base, id: backup.job }).save()}
          >
            {text("staff-school.backup-file")}
          </Button>
        </li>
      ))}
    </ul>
  );
};

interface BackupSectionProps {
  settings: Pick<SchoolSettings, "last_backup" | "backups" | "backup_failed" | "next_backup">;
  /** When the school makes backups by itself. */
  children: ReactNode;
}

/** Makes a backup, and says how old the last one is, what went wrong, and when the next one comes. */
export const BackupSection = ({
  settings: { last_backup: last, backups, backup_failed: failed, next_backup: next },
  children,
}: BackupSectionProps) => {
  const text = useText();
  const school = useSchool();
  const { formatDate, locale } = useIntl();
  const moment = (date: string | null) =>
    formatDate(date ?? 0, { dateStyle: "long", timeStyle: "short" });
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
          ? text("staff-school.last-backup", { date: moment(last.at), size: fileSize(last.bytes) })
          : text("staff-school.no-backup")}
        {last?.at ? ` (${ageWords(last.at, locale)})` : ""}
      </p>
      {failed ? (
        <p role="alert" className={styles.word}>
          {text("staff-school.backup-failed", { date: moment(failed.at) })}{" "}
          {text(PROBLEMS[failed.problem] ?? "staff-school.backup-try")}
        </p>
      ) : null}
      {next ? <p>{text("staff-school.next-backup", { date: moment(next) })}</p> : null}
      {last && last.missing > 0 ? (
        <p>{text("staff-school.backup-missing", { count: last.missing })}</p>
      ) : null}
      <p className={styles.acts}>
        <Button onClick={make}>{text("staff-school.make-backup")}</Button>
      </p>
      <FailureNotice failure={failure} messages={NOT_ORDERED} />
      {job ? <MadeBackup job={job} /> : null}
      {children}
      {backups.length > 0 ? <BackupList backups={backups} /> : null}
      <p className={styles.soft}>{text("staff-school.backup-note")}</p>
      <p className={styles.soft}>{text("staff-school.restore-note")}</p>
    </>
  );
};

const NOT_SENT = {
  403: "staff.not-allowed",
  429: "staff-school.test-limit",
  else: "staff-school.not-done",
} as const satisfies FailureTable;

/** Sends a mail to oneself, and says what the mail server has answered. */
export const MailTest = () => {
  const text = useText();
  const failureText = useFailureText();
  const school = useSchool();
  const [result, setResult] = useState<{ text: string; isBad: boolean } | null>(null);

  const send = async () => {
    setResult(null);
    const sent = await school.testMail();
    if (!sent.ok) {
      const words = failureText(sent.failure, matchFailure(sent.failure, NOT_SENT));
      return setResult({ text: words, isBad: true });
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
