import { useRef } from "react";
import { useIntl } from "react-intl";
import type { Assignment, Upload } from "../../contract/assignments.ts";
import { useText } from "../../i18n/use-text.ts";
import { ShowMore } from "../../ui/show-more.tsx";
import { assignmentsMessages } from "./failure-messages.ts";
import { UploadedFile } from "./uploaded-file.tsx";
import styles from "./uploads-list.module.css";
import { useAssignments } from "./use-assignments.ts";

export interface UploadsListProps {
  assignment: Assignment;
  uploads: readonly Upload[];
}

/** The hand-ins, the latest first, each with the tutor's answer. */
export const UploadsList = ({ assignment, uploads }: UploadsListProps) => {
  const assignments = useAssignments();
  const text = useText();
  const { formatDate } = useIntl();
  const list = useRef<HTMLOListElement>(null);
  const when = (date: string) => formatDate(date, { dateStyle: "long", timeStyle: "short" });
  if (uploads.length === 0) return null;
  return (
    <>
      <ol ref={list} className={styles.uploads} aria-label={text("assignments.uploads")}>
        {uploads.toReversed().map(({ id, date, comment, files, feedback }) => (
          <li key={id}>
            {date ? (
              <p className={styles.date}>
                {text("assignments.handed-in-on", { date: when(date) })}
              </p>
            ) : null}
            {comment ? (
              <p className={styles.words} dir="auto">
                {comment}
              </p>
            ) : null}
            <ul className={styles.files}>
              {files.map((file) => (
                <UploadedFile
                  key={file.name}
                  file={file}
                  fetchFile={() => assignments.file(assignment, id, file.name)}
                  usePhoto={(name) => assignments.photo(assignment, id, name)}
                />
              ))}
            </ul>
            {feedback ? (
              <blockquote className={styles.feedback}>
                <p className={styles.by}>{text("assignments.feedback")}</p>
                {feedback.text ? (
                  <p className={styles.words} dir="auto">
                    {feedback.text}
                  </p>
                ) : null}
                <footer>
                  {feedback.tutor ? <bdi>{feedback.tutor}</bdi> : null}
                  {feedback.date ? (
                    <time dateTime={feedback.date}>{when(feedback.date)}</time>
                  ) : null}
                </footer>
              </blockquote>
            ) : null}
          </li>
        ))}
      </ol>
      <ShowMore
        more={assignment.uploads_cursor !== null}
        label={text("assignments.earlier")}
        failure={text(assignmentsMessages["not-fetched"])}
        entries={() => list.current?.children ?? []}
        onMore={() => assignments.earlier(assignment)}
      />
    </>
  );
};
