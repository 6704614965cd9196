import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { Link } from "wouter";
import { PinList } from "../../app-context/hand-in-lists.tsx";
import { threadPath } from "../../app-context/links.ts";
import type { Assignment, Upload } from "../../contract/assignments.ts";
import type { Id } from "../../contract/wire.ts";
import { translated } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { ShowMore } from "../../ui/show-more.tsx";
import { VoicePlayer } from "../../ui/voice-player.tsx";
import { MessageAbout } from "../tutor-talk/public.ts";
import shared from "./assignments.module.css";
import { assignmentsMessages } from "./shared-lists.ts";
import { UploadedFile } from "./uploaded-file.tsx";
import styles from "./uploads-list.module.css";
import { useAssignments } from "./use-assignments.ts";

interface UploadsListProps {
  assignment: Assignment;
  /** Fetches earlier hand-ins. */
  onEarlier: (assignment: Assignment) => Promise<boolean>;
}

/** The hand-ins, the latest first, each with the tutor's answer. */
export const UploadsList = ({ assignment, onEarlier }: UploadsListProps) => {
  const assignments = useAssignments();
  const text = useText();
  const { formatDate } = useIntl();
  const list = useRef<HTMLOListElement>(null);
  const when = (date: string) => formatDate(date, { dateStyle: "long", timeStyle: "short" });
  const { uploads, student } = assignment;
  const isOwn = student === null;
  if (uploads.length === 0) return null;
  return (
    <>
      <ol ref={list} className={styles.uploads} aria-label={text("assignments.uploads")}>
        {uploads.toReversed().map((upload) => {
          const { id, date, comment, files, feedback } = upload;
          return (
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
                {files.map((file, position) => (
                  <UploadedFile
                    // The copy may come while the screen is open.
                    key={`${file.name}/${file.marked?.name}`}
                    {...{ assignment, file, position }}
                    uploadId={id}
                  />
                ))}
              </ul>
              {feedback ? (
                <blockquote className={styles.feedback}>
                  <p className={styles.by}>
                    {text("assignments.feedback")}
                    {isOwn && feedback.new ? (
                      <NewBadge onSeen={() => assignments.seen(assignment)} />
                    ) : null}
                  </p>
                  {feedback.text ? (
                    <p className={styles.words} dir="auto">
                      {feedback.text}
                    </p>
                  ) : null}
                  {feedback.voice ? (
                    <>
                      <p className={styles.by}>{text("assignments.voice")}</p>
                      <VoicePlayer
                        key={feedback.date}
                        label={text("assignments.voice")}
                        missing={text("assignment-failure.file")}
                        retry={text("screen.retry")}
                        load={() => assignments.voice(assignment, upload)}
                      />
                    </>
                  ) : null}
                  {files.map(({ name, marked }) => (
                    <PinList
                      key={name}
                      pins={marked?.pins ?? []}
                      className={styles.pins}
                      label={marked?.name ?? name}
                    />
                  ))}
                  <footer>
                    {feedback.tutor ? <bdi>{feedback.tutor}</bdi> : null}
                    {feedback.date ? (
                      <time dateTime={feedback.date}>{when(feedback.date)}</time>
                    ) : null}
                  </footer>
                </blockquote>
              ) : null}
              {isOwn ? <Discussion assignment={assignment} upload={upload} /> : null}
            </li>
          );
        })}
      </ol>
      <ShowMore
        more={assignment.uploads_cursor !== null}
        label={text("assignments.earlier")}
        failure={text(assignmentsMessages.else)}
        entries={() => list.current?.children ?? []}
        onMore={() => onEarlier(assignment)}
      />
    </>
  );
};

/** Leads to the conversation about a hand-in, and writes to it below the tutor's answer. */
const Discussion = ({ assignment, upload }: { assignment: Assignment; upload: Upload }) => {
  const text = useText();
  const reads = useReads();
  const [open, setOpen] = useState(false);
  /** The conversation, once a message has been sent. */
  const [sent, setSent] = useState<Id | null>(null);
  const thread = sent ?? upload.thread;
  return (
    <div className={styles.discussion}>
      {/* A school that does not say what is new does not know for which hand-in a message is. */}
      {typeof upload.feedback?.new === "boolean" ? (
        <details className={shared.more} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{text("tutor-talk.answer")}</summary>
          {open ? (
            <MessageAbout
              upload={upload.id}
              subject={translated(assignment, "title", reads)}
              onSent={(message) => setSent(message.thread)}
            />
          ) : null}
          <p role="status" className={shared.status}>
            {sent === null ? null : text("tutor-talk.sent")}
          </p>
        </details>
      ) : null}
      {thread === null ? null : (
        <Link className="button quiet" href={threadPath(thread)}>
          {text("assignments.conversation")}
        </Link>
      )}
    </div>
  );
};

/** Marks what is new. @param onSeen called when it comes into view */
const NewBadge = ({ onSeen }: { onSeen: () => void }) => {
  const text = useText();
  const badge = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it comes into view once
  useEffect(() => {
    if (!badge.current) return;
    const observer = new IntersectionObserver((seen) => {
      if (!seen.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      onSeen();
    });
    observer.observe(badge.current);
    return () => observer.disconnect();
  }, []);

  return (
    <mark ref={badge} className={styles.new}>
      {text("assignments.new")}
    </mark>
  );
};
