import type { StaffContent } from "../../contract/staff-content.ts";
import type { Id } from "../../contract/wire.ts";
import { useText } from "../../i18n/use-text.ts";
import { JobProgress, useJob } from "../jobs/public.ts";
import styles from "./content.module.css";

const PROBLEMS = { "films/interrupted": "staff-content.films-interrupted" } as const;

const Converting = ({ id, label }: { id: Id; label: string }) => {
  const job = useJob(id);
  return job ? <JobProgress job={job} label={label} problems={PROBLEMS} /> : null;
};

/** How far the conversion of the published photos and films is, and which stay as they are. */
export const PicturesView = ({ content }: { content: StaffContent }) => {
  const text = useText();
  const { photos, films, kept_pictures, kept_count } = content;
  return (
    <>
      {photos === null ? null : (
        <Converting key={photos} id={photos} label={text("staff-content.converting")} />
      )}
      {films === null ? null : (
        <Converting key={films} id={films} label={text("staff-content.converting-films")} />
      )}
      {kept_count > 0 ? (
        <details className={styles.fold}>
          <summary>{text("staff-content.kept", { count: kept_count })}</summary>
          <ul className={styles.names}>
            {kept_pictures.map(({ file, message }) => (
              <li key={file}>
                <bdi>{file}</bdi>: <bdi lang="en">{message}</bdi>
              </li>
            ))}
          </ul>
          {kept_count > kept_pictures.length ? (
            <p>{text("staff-content.more", { count: kept_count - kept_pictures.length })}</p>
          ) : null}
        </details>
      ) : null}
    </>
  );
};
