import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link, useLocation, useSearch } from "wouter";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { NEW_MESSAGE, TUTOR_TALK, threadPath } from "../../app-context/links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import type { Message } from "../../contract/messages.ts";
import type { Conversation as Talk } from "../../domain/conversations.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { Conversation } from "./conversation.tsx";
import listStyles from "./conversation-list.module.css";
import { MessageForm } from "./message-form.tsx";
import { conversationsFailures } from "./messages.ts";
import styles from "./tutor-talk.module.css";
import type { UnsentMessage } from "./unsent-messages.ts";
import { useTutorTalk } from "./use-tutor-talk.ts";

/** The number of rows shown at first, and added whenever the end comes near. */
const ROWS = 24;

interface ConversationListProps {
  conversations: readonly Talk[];
  /** The id of the open conversation; null for none. */
  open: string | null;
  /** Whether the school has more conversations than these. */
  hasMore: boolean;
  /** Whether the list is shown to a tutor, who answers many students. */
  forTutor: boolean;
}

/** All conversations, each with its person, date and unread messages. */
const ConversationList = (props: ConversationListProps) => {
  const { conversations, open, forTutor } = props;
  const text = useText();
  const end = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState(ROWS);
  const shown = conversations.slice(0, rows);
  const hasMore = shown.length < conversations.length;
  const isPart = hasMore || props.hasMore;

  // biome-ignore lint/correctness/useExhaustiveDependencies: observes again when rows were added
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setRows((few) => few + ROWS);
      },
      { rootMargin: "400px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [rows, hasMore]);

  return (
    <>
      <ul className={listStyles.list} aria-label={text("tutor-talk.conversations")}>
        {shown.map((conversation, index) => (
          <Row
            key={conversation.id}
            conversation={conversation}
            isOpen={open === String(conversation.id)}
            forTutor={forTutor}
            place={isPart ? index + 1 : undefined}
            of={isPart ? (props.hasMore ? -1 : conversations.length) : undefined}
          />
        ))}
      </ul>
      {hasMore ? <div ref={end} className={listStyles.end} /> : null}
    </>
  );
};

interface RowProps extends Pick<ConversationListProps, "forTutor"> {
  conversation: Talk;
  isOpen: boolean;
  /** Its position and the total, -1 if that is unknown, while not all rows are on the page. */
  place?: number | undefined;
  of?: number | undefined;
}

const Row = memo(({ conversation, isOpen, forTutor, place, of }: RowProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const { id, subject, date, student, unread, unanswered, last } = conversation;
  const isOwn = !forTutor && last.role === "student";
  const name = forTutor ? student : last.name;
  const day = (of: string | number) => formatDate(of, { dateStyle: "medium" });
  const isToday = date !== "" && day(date) === day(Date.now());
  return (
    <li className={listStyles.row} aria-setsize={of} aria-posinset={place}>
      <Link
        href={threadPath(id)}
        className={listStyles.link}
        aria-current={isOpen ? "true" : undefined}
        data-unread={unread > 0 || undefined}
      >
        <span className={listStyles.head}>
          <span>{isOwn ? text("tutor-talk.you") : <bdi>{name}</bdi>}</span>
          <time dateTime={date}>
            {isToday ? formatDate(date, { timeStyle: "short" }) : date && day(date)}
          </time>
        </span>
        <span className={listStyles.subject}>
          <bdi>{subject || text("tutor-talk.no-subject")}</bdi>
        </span>
        {unread > 0 || (forTutor && unanswered) ? (
          <span className={listStyles.marks}>
            {unread > 0 ? (
              <span className={listStyles.unread}>
                {text("tutor-talk.unread", { count: unread })}
              </span>
            ) : null}
            {forTutor && unanswered ? <span>{text("tutor-talk.waiting")}</span> : null}
          </span>
        ) : null}
      </Link>
    </li>
  );
});

/**
 * The conversations between students and tutors. Small screens show the list or one conversation.
 */
const TutorTalkScreen = () => {
  const { alerts, session } = useApp();
  const { messages, unsentMessages } = useTutorTalk();
  const text = useText();
  const isTutor = useSnapshot(session.state).level >= TUTOR_LEVEL;
  const [, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  // The address says what is open: a conversation's id, or that a new message is written.
  const open = search.get("thread");
  const isNew = search.has("new");
  const { value: inbox, failure } = useSnapshot(messages.inbox);
  const conversations = inbox?.conversations ?? null;
  const internal = inbox?.internal ?? true;
  const list = useRef<HTMLElement>(null);
  useScreenTitle(text("tutor-talk.title"));

  useEffect(() => void messages.load(), [messages]);

  // Going back to the list focuses the conversation that was open.
  const left = useRef(open);
  useEffect(() => {
    if (open === null && left.current !== null) {
      const row = list.current?.querySelector<HTMLElement>(
        `a[href$="${CSS.escape(threadPath(left.current))}"]`,
      );
      row?.focus();
    }
    left.current = open;
  }, [open]);

  const shows = isNew || open !== null;

  const showSentAlert = () => alerts.show({ tone: "info", text: "tutor-talk.sent", seconds: 5 });

  const detail = () => {
    if (isNew) {
      return (
        <NewMessage
          unsent={unsentMessages.of(null)}
          onSent={(message) => {
            showSentAlert();
            // The browser's Back leads to the list, not to the form that was sent.
            navigate(threadPath(message.thread ?? message.id), { replace: true });
          }}
        />
      );
    }
    if (open !== null) return <Conversation thread={open} onSent={showSentAlert} />;
    return conversations?.length ? (
      <p className={styles.hint}>{text("tutor-talk.choose")}</p>
    ) : null;
  };

  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("tutor-talk.title")}</h1>
      {internal ? null : (
        <p className={styles.note}>
          {text(isTutor ? "tutor-talk.by-mail-tutor" : "tutor-talk.by-mail")}
        </p>
      )}
      <FailureNotice
        failure={failure}
        messages={conversationsFailures}
        onRetry={() => void messages.load()}
      />
      {conversations || failure ? null : <p role="status">{text("tutor-talk.loading")}</p>}
      <div className={styles.panes} data-open={shows || undefined}>
        <section ref={list} className={styles.list}>
          {isTutor ? null : (
            <p>
              <button
                type="button"
                className="button"
                aria-current={isNew ? "true" : undefined}
                onClick={() => {
                  if (!isNew) navigate(NEW_MESSAGE);
                }}
              >
                {text("tutor-talk.new")}
              </button>
            </p>
          )}
          {conversations?.length === 0 ? (
            <Empty
              what={text(isTutor ? "tutor-talk.none-tutor" : "tutor-talk.none")}
              hint={
                isTutor
                  ? text("tutor-talk.none-tutor-hint")
                  : text("tutor-talk.none-hint", { button: text("tutor-talk.new") })
              }
            />
          ) : null}
          {conversations?.length ? (
            <div className={styles.scroller}>
              <ConversationList
                conversations={conversations}
                open={open}
                hasMore={inbox?.cursor != null}
                forTutor={isTutor}
              />
              <ShowMore
                more={inbox?.cursor != null}
                label={text("tutor-talk.more")}
                failure={text(conversationsFailures.else)}
                entries={() => list.current?.querySelectorAll("li") ?? []}
                onMore={messages.loadMore}
              />
            </div>
          ) : null}
        </section>
        <section className={styles.detail}>
          {shows ? (
            <p className={styles.back}>
              <Link className="tap" href={TUTOR_TALK}>
                {text("tutor-talk.back")}
              </Link>
            </p>
          ) : null}
          {detail()}
        </section>
      </div>
    </main>
  );
};

interface NewMessageProps {
  unsent: UnsentMessage;
  onSent: (message: Message) => void;
}

const NewMessage = ({ unsent, onSent }: NewMessageProps) => {
  const text = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  // A layout effect, because a late focus change would interrupt typing.
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <div className="sheet">
      <h2 ref={heading} tabIndex={-1}>
        {text("tutor-talk.new")}
      </h2>
      <MessageForm name={text("tutor-talk.new")} unsent={unsent} withSubject onSent={onSent} />
    </div>
  );
};

export default TutorTalkScreen;
