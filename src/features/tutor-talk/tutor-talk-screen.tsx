import { useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import type { Id } from "../../contract/wire.ts";
import { useText } from "../../i18n/use-text.ts";
import { NotThere } from "../../ui/not-there.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { ConversationList } from "./conversation-list.tsx";
import { conversationsFailureMessages } from "./failure-messages.ts";
import { NewMessage } from "./new-message.tsx";
import { Thread } from "./thread.tsx";
import styles from "./tutor-talk.module.css";
import type { TutorTalkServices } from "./tutor-talk-services.ts";

export interface TutorTalkScreenProps {
  services: TutorTalkServices;
  personId: Id;
  isTutor: boolean;
  organisationName: string;
  /** What the address says is open: a conversation's id, or that a new message is written. */
  open: string | null;
  isNew: boolean;
  threadPath: (thread: Id) => string;
  newPath: string;
  listPath: string;
  onGo: (path: string, options?: { replace?: boolean }) => void;
}

/** What a student and the tutors write to each other. On small screens list or conversation. */
const TutorTalkScreen = (props: TutorTalkScreenProps) => {
  const { services, isTutor, open, isNew, threadPath, onGo } = props;
  const text = useText();
  const { conversations, internal, failure } = useSnapshot(services.messages.state);
  const list = useRef<HTMLElement>(null);
  useTitle(text("tutor-talk.title"), props.organisationName);

  useEffect(() => {
    void services.messages.load();
  }, [services]);

  // Whoever comes back to the list goes on in it where they left it.
  const left = useRef(open);
  useEffect(() => {
    if (open === null && left.current !== null) {
      const row = list.current?.querySelector<HTMLElement>(
        `a[href$="${CSS.escape(threadPath(left.current))}"]`,
      );
      row?.focus();
    }
    left.current = open;
  }, [open, threadPath]);

  const conversation = conversations?.find(({ id }) => String(id) === open) ?? null;
  const shows = isNew || open !== null;

  const sayItIsSent = () =>
    services.alerts.show({ tone: "info", text: "tutor-talk.sent", seconds: 5 });

  const detail = () => {
    if (isNew) {
      return (
        <NewMessage
          letter={services.letters.of(null)}
          onSent={(message) => {
            sayItIsSent();
            // Back leads to the list, and not to a letter that has gone.
            onGo(threadPath(message.thread ?? message.id), { replace: true });
          }}
        />
      );
    }
    if (conversation) {
      return (
        <Thread
          key={conversation.id}
          conversation={conversation}
          services={services}
          personId={props.personId}
          onSent={sayItIsSent}
        />
      );
    }
    if (open !== null && conversations) return <p role="alert">{text("tutor-talk.unknown")}</p>;
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
      {failure ? (
        <NotThere
          message={text(conversationsFailureMessages[failure.kind])}
          retry={text("screen.retry")}
          onRetry={() => void services.messages.load()}
        />
      ) : null}
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
                  if (!isNew) onGo(props.newPath);
                }}
              >
                {text("tutor-talk.new")}
              </button>
            </p>
          )}
          {conversations?.length === 0 ? (
            <p>{text(isTutor ? "tutor-talk.none-tutor" : "tutor-talk.none")}</p>
          ) : null}
          {conversations?.length ? (
            <div className={styles.scroller}>
              <ConversationList
                conversations={conversations}
                open={open}
                forTutor={isTutor}
                path={threadPath}
              />
            </div>
          ) : null}
        </section>
        <section className={styles.detail}>
          {shows ? (
            <p className={styles.back}>
              <Link href={props.listPath}>{text("tutor-talk.back")}</Link>
            </p>
          ) : null}
          {detail()}
        </section>
      </div>
    </main>
  );
};

export default TutorTalkScreen;
