import { Link } from "wouter";
import { STAFF_IMPORT, STAFF_PEOPLE } from "../../../app-context/staff-links.ts";
import type { ImportSummary } from "../../../contract/staff-import.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./import.module.css";

export interface ImportDoneProps {
  summary: ImportSummary;
  /** The address of the file with the other rows; empty if there are none. */
  rest: string;
}

/** What an import has done, and the rows that it has left out. */
export const ImportDone = ({ summary, rest }: ImportDoneProps) => {
  const text = useText();
  const { add, change, wrong } = summary.counts;
  return (
    <>
      <p role="status">{text("staff-import.done", { added: add, changed: change })}</p>
      <p className={styles.acts}>
        {rest ? (
          <a className="button" href={rest} download>
            {text("staff-import.rest", { count: wrong })}
          </a>
        ) : null}
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
