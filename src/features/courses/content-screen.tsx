import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { useSnapshot } from "valtio";
import { Link, useSearch } from "wouter";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { STAFF_ENTRIES, STAFF_LESSON_FILES, STAFF_TEXTS } from "../../app-context/staff-links.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import type { StaffContent } from "../../contract/staff-content.ts";
import type { Id } from "../../contract/wire.ts";
import { staffFailures } from "../../core/failure-messages/staff.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { parseJson } from "../../lib/parse-json.ts";
import { hasEnded, JobFile, JobProgress, useJob } from "../jobs/public.ts";
import styles from "./content.module.css";
import { type AskedPublish, type ContentWork, NOT_ORDERED, useContent } from "./content-service.ts";
import { More, PathList } from "./content-words.tsx";
import { DraftSteps } from "./draft-steps.tsx";
import { DraftView } from "./draft-view.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { PublishedView, VersionsView } from "./published-view.tsx";
import { DropZone, REFUSED, UploadView } from "./upload-view.tsx";

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

const pathsIn = (result: string): readonly string[] => parseJson(result, problem)?.paths ?? [];

interface WorkViewProps {
  work: ContentWork;
  /** @param differing files of the draft whose changes are not in the zip */
  onEnd: (isDone: boolean, differing: readonly string[]) => void;
}

const WorkView = ({ work: { id, kind }, onEnd }: WorkViewProps) => {
  const text = useText();
  const job = useJob(id);
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

const PROBLEMS = { "films/interrupted": "staff-content.films-interrupted" } as const;

const Converting = ({ id, label }: { id: Id; label: string }) => {
  const job = useJob(id);
  // What was converted until then stays.
  return <JobProgress job={job} label={label} problems={PROBLEMS} changed />;
};

/** How far the conversion of the published photos and films is, and which stay as they are. */
const PicturesView = ({ content }: { content: StaffContent }) => {
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

/** The school's courses: what is published, what is about to be, and the versions before. */
export const ContentScreen = () => {
  const service = useContent();
  const text = useText();
  const { value, failure } = useSnapshot(service.content.state);
  const { work, hasEnded, failure: notOrdered, isOrdering } = useSnapshot(service.state);
  const { phase } = useSnapshot(service.upload.state);
  const [asked, setAsked] = useState<AskedPublish | null>(null);
  useScreenTitle(text("desk.courses"));

  useEffect(() => void service.content.refresh(), [service]);

  const content = value as StaffContent | null;
  const draft = content?.draft ?? null;
  const isSending = phase === "reading" || phase === "sending";
  const isBusy = isOrdering || isSending || (work !== null && !hasEnded);
  const version = draft?.version ?? null;
  // Who comes to check and publish sees at once what changes.
  const asksForCheck = useRef(new URLSearchParams(useSearch()).has("check"));
  const unchecked = draft && !draft.checked && !isBusy ? draft.version : null;
  useEffect(() => {
    if (unchecked === null || !asksForCheck.current) return;
    asksForCheck.current = false;
    void service.check(unchecked);
  }, [service, unchecked]);

  return (
    <>
      <h1>{text("desk.courses")}</h1>
      <p>
        <Link href={STAFF_TEXTS}>{text("staff-editor.name")}</Link>
        {" · "}
        <Link href={STAFF_LESSON_FILES}>{text("staff-content.from-files")}</Link>
        {" · "}
        <Link href={STAFF_ENTRIES}>{text("staff-editor.entries")}</Link>
      </p>
      <FailureNotice
        failure={failure}
        messages={staffFailures}
        onRetry={() => void service.content.refresh()}
      />
      {content || failure ? null : <p role="status">{text("staff-content.loading")}</p>}
      {content ? (
        <div className={styles.parts}>
          <section className="sheet" aria-labelledby="staff-content-published">
            <h2 id="staff-content-published">{text("staff-content.published")}</h2>
            <PublishedView content={content} />
            <PicturesView content={content} />
          </section>
          <section className="sheet" aria-labelledby="staff-content-draft">
            <h2 id="staff-content-draft">
              {text(draft ? "staff-content.draft" : "staff-content.bring")}
            </h2>
            <DropZone
              disabled={isBusy}
              onDropped={(dropped) => void service.upload.start(dropped, version)}
            />
            <UploadView upload={service.upload} draft={version} />
            {work ? (
              <WorkView
                key={work.id}
                work={work}
                onEnd={(isDone, differing) => void service.ended(work, isDone, differing)}
              />
            ) : null}
            <FailureNotice failure={notOrdered} messages={NOT_ORDERED} />
            {draft ? (
              <DraftView
                draft={draft}
                isBusy={isBusy}
                onAlone={content.versions.length > 0 ? setAsked : undefined}
              />
            ) : null}
          </section>
          <section className="sheet" aria-labelledby="staff-content-steps">
            <h2 id="staff-content-steps">{text("staff-content.steps")}</h2>
            <DraftSteps version={version} isBusy={isBusy} />
          </section>
          {content.versions.length > 0 ? (
            <section className="sheet" aria-labelledby="staff-content-versions">
              <h2 id="staff-content-versions">{text("staff-content.versions")}</h2>
              <VersionsView versions={content.versions} isBusy={isBusy} onGoBack={setAsked} />
            </section>
          ) : null}
        </div>
      ) : null}
      {asked ? <PublishDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
};
