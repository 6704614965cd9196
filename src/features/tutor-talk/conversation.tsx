import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { personIdOf } from "../../app-context/person-id.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { Message } from "../../contract/messages.ts";
import type { Conversation as Loaded } from "../../domain/conversations.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./conversation.module.css";
import { MessageForm } from "./message-form.tsx";
import { MessageSheet } from "./message-sheet.tsx";
import { conversationsFailures } from "./messages.ts";
import { useTutorTalk } from "./use-tutor-talk.ts";

/** The number of latest messages shown at first, and added on each request for earlier ones. */
const AT_ONCE = 8;
/** The number of latest messages that start open, besides all unread ones. */
const OPEN = 3;

interface ConversationProps {
  thread: string;
  /** Called once an answer has been sent. */
  onSent: () => void;
}

/** The conversation of an address, also if its messages are not here yet. */
export const Conversation = ({ thread, onSent }: ConversationProps) => {
  const { messages } = useTutorTalk();
  const text = useText();
  const { value: inbox } = useSnapshot(messages.inbox);
  const conversation = inbox?.conversations.find(({ id }) => String(id) === thread) ?? null;
  // The school has the messages of a conversation that are not here.
  const isShort = (conversation?.messages.length ?? 0) < AT_ONCE && conversation?.hasEarlier;
  if (inbox?.heads && (!conversation || isShort)) {
    return <MissingThread key={thread} thread={thread} />;
  }
  if (conversation) {
    return <Thread key={conversation.id} conversation={conversation as Loaded} onSent={onSent} />;
  }
  return inbox ? <p role="alert">{text("tutor-talk.unknown")}</p> : null;
};

/** In place of a conversation whose messages are not here: fetches them, or says why not. */
const MissingThread = ({ thread }: Pick<ConversationProps, "thread">) => {
  const { messages } = useTutorTalk();
  const text = useText();
  const looked = useSnapshot(messages.state).looked[thread];

  useEffect(() => void messages.find(thread), [messages, thread]);

  if (looked === "unknown") return <p role="alert">{text("tutor-talk.unknown")}</p>;
  if (looked === "failed") {
    return (
      <FailureNotice
        failure={{ kind: "unreachable" }}
        messages={conversationsFailures}
        onRetry={() => void messages.find(thread)}
      />
    );
  }
  return <p role="status">{text("tutor-talk.loading")}</p>;
};

interface ThreadProps extends Pick<ConversationProps, "onSent"> {
  conversation: Loaded;
}

/** One conversation, the earliest message first, and the form for an answer. */
const Thread = ({ conversation, onSent }: ThreadProps) => {
  const personId = personIdOf(useApp());
  const { unsentMessages, messages: talk } = useTutorTalk();
  const text = useText();
  const { id, subject, messages, hasEarlier } = conversation;
  const isUnread = ({ read, from }: Message) => !read && from.id !== personId;
  const latest = Math.max(0, messages.length - AT_ONCE);
  // Counted from a message, because others are added before and after it.
  const [start, setStart] = useState({ at: messages[latest]?.id, before: 0 });
  const startsAt = messages.findIndex((message) => message.id === start.at);
  const from = startsAt < 0 ? latest : Math.max(0, startsAt - start.before);
  const [failed, setFailed] = useState(false);
  const busy = useRef(false);
  const [openAtFirst] = useState(
    () =>
      new Set(
        [...messages.slice(-OPEN), ...messages.filter(isUnread)].map((message) => message.id),
      ),
  );
  const [lastAtFirst] = useState(messages.at(-1)?.id);
  const lastPlace = messages.findIndex((message) => message.id === lastAtFirst);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLOListElement>(null);

  // A layout effect, because a late focus change would interrupt typing.
  useLayoutEffect(() => heading.current?.focus(), []);

  const showEarlier = async () => {
    if (busy.current) return;
    // The button may be removed, so the focus moves to the first shown message.
    list.current?.querySelector("button")?.focus();
    setFailed(false);
    setStart({ at: messages[from]?.id, before: AT_ONCE });
    if (from >= AT_ONCE || !hasEarlier) return;
    busy.current = true;
    setFailed(!(await talk.loadEarlier(id)));
    busy.current = false;
  };

  return (
    <>
      <h2 ref={heading} tabIndex={-1} className={styles.subject}>
        <bdi>{subject || text("tutor-talk.no-subject")}</bdi>
      </h2>
      {failed ? <p role="alert">{text(conversationsFailures.else)}</p> : null}
      {from > 0 || hasEarlier ? (
        <p>
          <button type="button" className="button quiet" onClick={() => void showEarlier()}>
            {text("tutor-talk.earlier")}
          </button>
        </p>
      ) : null}
      <ol ref={list} className={styles.messages} aria-label={text("tutor-talk.messages")}>
        {messages.slice(from).map((message, index) => (
          <MessageSheet
            key={message.id}
            message={message}
            isOwn={message.from.id === personId}
            openAtFirst={
              openAtFirst.has(message.id) || from + index > lastPlace || isUnread(message)
            }
          />
        ))}
      </ol>
      <MessageForm
        name={text("tutor-talk.answer")}
        unsent={unsentMessages.of(id)}
        onSent={onSent}
      />
    </>
  );
};

/** One conversation on a screen of its own, which fetches it. */
const ConversationAlone = (props: ConversationProps) => {
  const { messages } = useTutorTalk();
  const text = useText();
  const { value, failure } = useSnapshot(messages.inbox);

  useEffect(() => void messages.load(), [messages]);

  return (
    <>
      <FailureNotice
        failure={failure}
        messages={conversationsFailures}
        onRetry={() => void messages.load()}
      />
      {value || failure ? null : <p role="status">{text("tutor-talk.loading")}</p>}
      <Conversation {...props} />
    </>
  );
};

export default ConversationAlone;
