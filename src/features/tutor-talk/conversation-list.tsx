import { memo, useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { Link } from "wouter";
import type { Id } from "../../contract/wire.ts";
import type { Conversation } from "../../domain/conversations.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./conversation-list.module.css";

/** The number of rows shown at first, and added whenever the end comes near. */
const ROWS = 24;

interface ConversationListProps {
  conversations: readonly Conversation[];
  /** The id of the open conversation; null for none. */
  open: string | null;
  /** Whether the school has more conversations than these. */
  hasMore: boolean;
  /** Whether the list is shown to a tutor, who answers many students. */
  forTutor: boolean;
  path: (thread: Id) => string;
}

/** All conversations, each with its person, date and unread messages. */
export const ConversationList = (props: ConversationListProps) => {
  const { conversations, open, forTutor, path } = props;
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
      <ul className={styles.list} aria-label={text("tutor-talk.conversations")}>
        {shown.map((conversation, index) => (
          <Row
            key={conversation.id}
            conversation={conversation}
            isOpen={open === String(conversation.id)}
            forTutor={forTutor}
            path={path}
            place={isPart ? index + 1 : undefined}
            of={isPart ? (props.hasMore ? -1 : conversations.length) : undefined}
          />
        ))}
      </ul>
      {hasMore ? <div ref={end} className={styles.end} /> : null}
    </>
  );
};

interface RowProps extends Pick<ConversationListProps, "forTutor" | "path"> {
  conversation: Conversation;
  isOpen: boolean;
  /** Its position and the total, -1 if that is unknown, while not all rows are on the page. */
  place?: number | undefined;
  of?: number | undefined;
}

const Row = memo(({ conversation, isOpen, forTutor, path, place, of }: RowProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const { id, subject, date, student, unread, unanswered, last } = conversation;
  const isOwn = !forTutor && last.role === "student";
  const name = forTutor ? student : last.name;
  const day = (of: string | number) => formatDate(of, { dateStyle: "medium" });
  const isToday = date !== "" && day(date) === day(Date.now());
  return (
    <li className={styles.row} aria-setsize={of} aria-posinset={place}>
      <Link
        href={path(id)}
        className={styles.link}
        aria-current={isOpen ? "true" : undefined}
        data-unread={unread > 0 || undefined}
      >
        <span className={styles.head}>
          <span>{isOwn ? text("tutor-talk.you") : <bdi>{name}</bdi>}</span>
          <time dateTime={date}>
            {isToday ? formatDate(date, { timeStyle: "short" }) : date && day(date)}
          </time>
        </span>
        <span className={styles.subject}>
          <bdi>{subject || text("tutor-talk.no-subject")}</bdi>
        </span>
        {unread > 0 || (forTutor && unanswered) ? (
          <span className={styles.marks}>
            {unread > 0 ? (
              <span className={styles.unread}>{text("tutor-talk.unread", { count: unread })}</span>
            ) : null}
            {forTutor && unanswered ? <span>{text("tutor-talk.waiting")}</span> : null}
          </span>
        ) : null}
      </Link>
    </li>
  );
});
