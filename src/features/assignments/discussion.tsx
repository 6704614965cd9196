import { useState } from "react";
import { useIntl } from "react-intl";
import { Link } from "wouter";
import { threadPath } from "../../app-context/links.ts";
import type { Assignment, Upload } from "../../contract/assignments.ts";
import type { Id } from "../../contract/wire.ts";
import { translated } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import { MessageAbout } from "../tutor-talk/public.ts";
import own from "./assignments.module.css";
import styles from "./uploads-list.module.css";

export interface DiscussionProps {
  assignment: Assignment;
  upload: Upload;
}

/** Leads to the conversation about a hand-in, and writes to it below the tutor's answer. */
export const Discussion = ({ assignment, upload }: DiscussionProps) => {
  const text = useText();
  const { locale } = useIntl();
  const [open, setOpen] = useState(false);
  /** The conversation, once a message has been sent. */
  const [sent, setSent] = useState<Id | null>(null);
  const thread = sent ?? upload.thread;
  return (
    <div className={styles.discussion}>
      {/* A school that does not say what is new does not know for which hand-in a message is. */}
      {typeof upload.feedback?.new === "boolean" ? (
        <details className={own.more} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{text("tutor-talk.answer")}</summary>
          {open ? (
            <MessageAbout
              upload={upload.id}
              subject={translated(assignment, "title", locale)}
              onSent={(message) => setSent(message.thread)}
            />
          ) : null}
          <p role="status" className={own.status}>
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
