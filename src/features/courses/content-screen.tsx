import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { LoadFailure } from "../../app-context/load-failure.tsx";
import { STAFF_ENTRIES, STAFF_TEXTS } from "../../app-context/staff-links.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import type { ContentVersion, StaffContent } from "../../contract/staff-content.ts";
import { useText } from "../../i18n/use-text.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import styles from "./content.module.css";
import { useContent } from "./content-service.ts";
import { DraftView } from "./draft-view.tsx";
import { DropZone } from "./drop-zone.tsx";
import { PicturesView } from "./pictures-view.tsx";
import { PublishedView } from "./published-view.tsx";
import { UploadView } from "./upload-view.tsx";
import { VersionsView } from "./versions-view.tsx";
import { WorkView } from "./work-view.tsx";

const NOT_ORDERED = {
  conflict: "staff-content.other",
  "too-many-jobs": "staff.too-many-jobs",
  "not-sent": "staff-content.not-sent",
} as const;

/** The school's courses: what is published, what is about to be, and the versions before. */
export const ContentScreen = () => {
  const service = useContent();
  const text = useText();
  const { formatDate } = useIntl();
  const { value, failure } = useSnapshot(service.content.state);
  const { work, hasEnded, failure: notOrdered, isOrdering } = useSnapshot(service.state);
  const { phase } = useSnapshot(service.upload.state);
  const [asks, setAsks] = useState<ContentVersion | "discard" | null>(null);
  useScreenTitle(text("desk.courses"));

  useEffect(() => {
    void service.content.refresh();
  }, [service]);

  const content = value as StaffContent | null;
  const draft = content?.draft ?? null;
  const isSending = phase === "reading" || phase === "sending";
  const isBusy = isOrdering || isSending || (work !== null && !hasEnded);
  const version = draft?.version ?? null;

  return (
    <>
      <h1>{text("desk.courses")}</h1>
      <p>
        <Link href={STAFF_TEXTS}>{text("staff-editor.name")}</Link>
        {" · "}
        <Link href={STAFF_ENTRIES}>{text("staff-editor.entries")}</Link>
      </p>
      <LoadFailure failure={failure} onRetry={() => void service.content.refresh()} />
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
            {notOrdered ? <p role="alert">{text(NOT_ORDERED[notOrdered])}</p> : null}
            {draft ? (
              <DraftView
                draft={draft}
                isBusy={isBusy}
                onCheck={() => void service.check(draft.version)}
                onPublish={() => void service.publish(draft.version)}
                onExport={() => void service.exportZip(draft.id)}
                onDiscard={() => setAsks("discard")}
              />
            ) : null}
          </section>
          {content.versions.length > 0 ? (
            <section className="sheet" aria-labelledby="staff-content-versions">
              <h2 id="staff-content-versions">{text("staff-content.versions")}</h2>
              <VersionsView
                versions={content.versions}
                isBusy={isBusy}
                onExport={({ id }) => void service.exportZip(id)}
                onGoBack={setAsks}
              />
            </section>
          ) : null}
        </div>
      ) : null}
      {asks === "discard" && draft ? (
        <ConfirmDialog
          title={text("staff-content.discard")}
          question={text("staff-content.discard-question")}
          act={text("staff-content.discard")}
          onAct={() => void service.discard(draft.version)}
          onClose={() => setAsks(null)}
        />
      ) : null}
      {asks && asks !== "discard" ? (
        <ConfirmDialog
          title={text("staff-content.go-back")}
          question={text("staff-content.go-back-question", {
            when: formatDate(asks.published ?? 0, { dateStyle: "medium", timeStyle: "short" }),
          })}
          act={text("staff-content.go-back")}
          onAct={() => void service.goBack(asks.id)}
          onClose={() => setAsks(null)}
        />
      ) : null}
    </>
  );
};
