import { useEffect, useId } from "react";
import { useSnapshot } from "valtio";
import type { App } from "../../app-context/app.ts";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { useService } from "../../app-context/service.ts";
import { unsentTextsOf } from "../../app-context/unsent-texts.ts";
import type { FailureTable } from "../../core/match-failure.ts";
import { MAX_ANSWER_LENGTH } from "../../domain/hand-in-answer.ts";
import { translated } from "../../domain/translated.ts";
import { deskMessages } from "../../i18n/messages/desk.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import styles from "./assignments.module.css";
import { assignmentsMessages } from "./shared-lists.ts";
import { UploadsList } from "./uploads-list.tsx";
import { createWaiting, type WaitingAssignment } from "./waiting-assignments.ts";

const answerMessages = {
  missing: "waiting.answer-missing",
  else: "waiting.not-sent",
} as const satisfies FailureTable<"missing">;

const create = (app: App) =>
  createWaiting({ send: app.transport.send, unsentTexts: unsentTextsOf(app) });

const useWaiting = () => useService(create);

export const texts = deskMessages;

export interface WaitingProps {
  /** Called with whether the school has such a list. */
  onKnown: (isThere: boolean) => void;
  /** Called when the person tries again after a failure. */
  onRetry: () => void;
}

/** For tutors: all hand-ins that wait for an answer, the oldest first. */
const Waiting = ({ onKnown, onRetry }: WaitingProps) => {
  const service = useWaiting();
  const text = useText();
  const id = useId();
  const { value: waiting, failure } = useSnapshot(service.state);
  const { cursor } = useSnapshot(service.pages.state);
  const isThere = waiting !== null;

  useEffect(() => void service.load(), [service]);
  useEffect(() => onKnown(isThere), [onKnown, isThere]);

  if (!waiting && !failure) return null;
  return (
    <section className={styles.course} aria-labelledby={id}>
      <h2 id={id}>{text("waiting.heading")}</h2>
      <FailureNotice
        failure={failure}
        messages={assignmentsMessages}
        onRetry={() => {
          void service.load();
          onRetry();
        }}
      />
      {waiting?.length === 0 ? (
        <Empty what={text("waiting.none")} hint={text("waiting.none-hint")} />
      ) : null}
      {waiting && waiting.length > 0 ? (
        <ul className={styles.list} aria-labelledby={id}>
          {(waiting as readonly WaitingAssignment[]).map((assignment) => (
            <WaitingItem
              key={`${assignment.id}/${assignment.student.id}`}
              assignment={assignment}
            />
          ))}
        </ul>
      ) : null}
      <ShowMore
        more={cursor !== null}
        label={text("waiting.more")}
        failure={text(assignmentsMessages.else)}
        entries={() =>
          document.getElementById(id)?.parentElement?.querySelectorAll("ul > li") ?? []
        }
        onMore={service.pages.more}
      />
    </section>
  );
};

const WaitingItem = ({ assignment }: { assignment: WaitingAssignment }) => {
  const service = useWaiting();
  const text = useText();
  const reads = useReads();
  const id = useId();
  const answer = service.answer(assignment);
  const { text: words, busy, failure, given } = useSnapshot(answer.state, { sync: true });
  const isMissing = failure?.kind === "missing";

  return (
    <li className={`sheet ${styles.item}`} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id}>
          <bdi>{assignment.student.name}</bdi>: {translated(assignment, "title", reads)}
        </h3>
        {given ? (
          <span className={styles.state} data-state={given}>
            {text(`assignments.state-${given}`)}
          </span>
        ) : null}
      </div>
      <UploadsList assignment={assignment} onEarlier={service.earlier} />
      <form noValidate onSubmit={(event) => event.preventDefault()}>
        <TextArea
          label={text("waiting.answer")}
          maxLength={MAX_ANSWER_LENGTH}
          value={words}
          onChange={answer.setText}
          error={isMissing ? text(answerMessages.missing) : undefined}
        />
        <FailureNotice
          failure={isMissing ? null : failure}
          messages={answerMessages}
          className={styles.failure}
        />
        <div className={styles.send}>
          {(["accepted", "returned"] as const).map((state) => (
            <button
              key={state}
              type="button"
              className={state === "accepted" ? "button" : "button quiet"}
              aria-disabled={busy || undefined}
              onClick={() => void answer.give(state)}
            >
              {text(state === "accepted" ? "waiting.accept" : "waiting.return")}
            </button>
          ))}
        </div>
        <p role="status" className={styles.status}>
          {given ? text("waiting.answered") : null}
        </p>
      </form>
    </li>
  );
};

export default Waiting;
