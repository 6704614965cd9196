import { useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { Link, useSearch } from "wouter";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { STAFF_ENTRIES, STAFF_LESSON_FILES, STAFF_TEXTS } from "../../app-context/staff-links.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import type { StaffContent } from "../../contract/staff-content.ts";
import { staffFailures } from "../../core/failure-messages/staff.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./content.module.css";
import { type AskedPublish, NOT_ORDERED, useContent } from "./content-service.ts";
import { DraftSteps } from "./draft-steps.tsx";
import { DraftView } from "./draft-view.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { PublishedView, VersionsView } from "./published-view.tsx";
import { DropZone, UploadView } from "./upload-view.tsx";
import { PicturesView, WorkView } from "./work-view.tsx";

/** The school's courses: what is published, what is about to be, and the versions before. */
export const ContentScreen = () => {
  const service = useContent();
  const text = useText();
  const { value, failure } = useSnapshot(service.content.state);
  const { work, hasEnded, failure: notOrdered, isOrdering } = useSnapshot(service.state);
  const { phase } = useSnapshot(service.upload.state);
  const [asked, setAsked] = useState<AskedPublish | null>(null);
  useScreenTitle(text("desk.courses"));

  useEffect(() => {
    void service.content.refresh();
  }, [service]);

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
