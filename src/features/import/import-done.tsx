import { Link } from "wouter";
import { STAFF_IMPORT, STAFF_PEOPLE } from "../../app-context/staff-links.ts";
import type { ImportSummary } from "../../contract/staff-import.ts";
import { useText } from "../../i18n/use-text.ts";
import { type Job, JobFile } from "../jobs/public.ts";
import styles from "./import.module.css";

export interface ImportDoneProps {
  summary: ImportSummary;
  /** It has made a file of the other rows, if there are any. */
  job: Job;
}

/** What an import has done, and the rows that it has left out. */
export const ImportDone = ({ summary, job }: ImportDoneProps) => {
  const text = useText();
  const { add, change, wrong } = summary.counts;
  return (
    <>
      <p role="status">{text("staff-import.done", { added: add, changed: change })}</p>
      <p className={styles.acts}>
        <JobFile job={job}>{text("staff-import.rest", { count: wrong })}</JobFile>
        <Link className="button quiet" href={STAFF_IMPORT}>
          {text("staff-import.another")}
        </Link>
        <Link className="button quiet" href={STAFF_PEOPLE}>
          {text("staff-import.to-people")}
        </Link>
      </p>
    </>
  );
};
