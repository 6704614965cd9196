import { useLayoutEffect, useRef, useState } from "react";
import { personIdOf } from "../../app-context/person-id.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { Conversation } from "../../domain/conversations.ts";
import { useText } from "../../i18n/use-text.ts";
import { MessageForm } from "./message-form.tsx";
import { MessageSheet } from "./message-sheet.tsx";
import styles from "./thread.module.css";
import { useTutorTalk } from "./use-tutor-talk.ts";

/** The number of latest messages shown at first, and added on each request for earlier ones. */
const AT_ONCE = 8;
/** The number of latest messages that start open, besides all unread ones. */
const OPEN = 3;

export interface ThreadProps {
  conversation: Conversation;
  /** Called once an answer has been sent. */
  onSent: () => void;
}

/** One conversation, the earliest message first, and the form for an answer. */
export const Thread = ({ conversation, onSent }: ThreadProps) => {
  const personId = personIdOf(useApp());
  const { drafts } = useTutorTalk();
  const text = useText();
  const { id, subject, messages } = conversation;
  const [from, setFrom] = useState(Math.max(0, messages.length - AT_ONCE));
  const [openAtFirst] = useState(() => {
    const unread = messages.filter(({ read, from: sender }) => !read && sender.id !== personId);
    return new Set([...messages.slice(-OPEN), ...unread].map((message) => message.id));
  });
  const [known] = useState(() => new Set(messages.map((message) => message.id)));
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLOListElement>(null);

  // A layout effect, because a late focus change would interrupt typing.
  useLayoutEffect(() => heading.current?.focus(), []);

  return (
    <>
      <h2 ref={heading} tabIndex={-1} className={styles.subject}>
        <bdi>{subject || text("tutor-talk.no-subject")}</bdi>
      </h2>
      {from > 0 ? (
        <p>
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              // The button may be removed, so the focus moves to the first shown message.
              list.current?.querySelector("button")?.focus();
              setFrom(Math.max(0, from - AT_ONCE));
            }}
          >
            {text("tutor-talk.earlier")}
          </button>
        </p>
      ) : null}
      <ol ref={list} className={styles.messages} aria-label={text("tutor-talk.messages")}>
        {messages.slice(from).map((message) => (
          <MessageSheet
            key={message.id}
            message={message}
            isOwn={message.from.id === personId}
            // Messages that arrived after the thread was opened are unread, so they start open.
            openAtFirst={openAtFirst.has(message.id) || !known.has(message.id)}
          />
        ))}
      </ol>
      <MessageForm name={text("tutor-talk.answer")} draft={drafts.of(id)} onSent={onSent} />
    </>
  );
};
