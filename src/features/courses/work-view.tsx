import { useEffect } from "react";
import * as v from "valibot";
import { useSnapshot } from "valtio";
import type { StaffContent } from "../../contract/staff-content.ts";
import type { Id } from "../../contract/wire.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { parseJson } from "../../lib/parse-json.ts";
import { hasEnded, type Job, JobFile, JobProgress, useJob } from "../jobs/public.ts";
import styles from "./content.module.css";
import type { ContentWork } from "./content-service.ts";
import { More, PathList } from "./content-words.tsx";
import { REFUSED } from "./upload-view.tsx";

/** What each kind of work does, and what has come of it. */
const KINDS: Readonly<Record<string, readonly [doing: MessageId, done: MessageId]>> = {
  "content-unpack": ["staff-content.unpacking", "staff-content.unpacked"],
  "content-check": ["staff-content.checking", "staff-content.checked"],
  "content-compare": ["staff-content.comparing", "staff-content.compared"],
  "content-publish": ["staff-content.publishing", "staff-content.done"],
  "content-roll-back": ["staff-content.going-back", "staff-content.done"],
  "content-export": ["staff-content.zipping", "staff-content.zipped"],
};

const problem = v.object({ paths: v.array(v.string()) });

/** The files that a problem is about. */
const pathsIn = (result: string): readonly string[] => parseJson(result, problem)?.paths ?? [];

interface RunningProps {
  job: Job;
  kind: string;
  onEnd: (isDone: boolean, differing: readonly string[]) => void;
}

const Running = ({ job, kind, onEnd }: RunningProps) => {
  const text = useText();
  const { job: now, failure, result } = useSnapshot(job.state);
  const [doing, done] = KINDS[kind] ?? ["staff.job-running", "staff.job-done"];
  const isOver = failure === "not-found" || (now !== null && hasEnded(now));
  const isDone = now?.state === "done";
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, when the work ends
  useEffect(() => {
    if (!isOver) return;
    const differs = now?.problem === "content/draft_differs";
    onEnd(isDone, differs ? JSON.parse(result).paths : []);
  }, [isOver]);
  return (
    <>
      <JobProgress job={job} label={text(doing)} problems={REFUSED}>
        <p role="status">
          {text(done)} <JobFile job={job}>{text("staff-content.save")}</JobFile>
        </p>
      </JobProgress>
      {now?.state === "failed" ? <PathList paths={pathsIn(result)} /> : null}
    </>
  );
};

interface WorkViewProps {
  work: ContentWork;
  /** @param differing files of the draft whose changes are not in the zip */
  onEnd: (isDone: boolean, differing: readonly string[]) => void;
}

/** Long work on the content, followed to its end. */
export const WorkView = ({ work, onEnd }: WorkViewProps) => {
  const job = useJob(work.id);
  return job ? <Running job={job} kind={work.kind} onEnd={onEnd} /> : null;
};

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
            {kept_pictures.map(({ file }) => (
              <li key={file}>
                <bdi>{file}</bdi>
              </li>
            ))}
          </ul>
          <More count={kept_count - kept_pictures.length} />
        </details>
      ) : null}
    </>
  );
};
