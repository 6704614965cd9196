import { useId } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { translated } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import styles from "./assignments.module.css";
import type { WaitingAssignment } from "./assignments.ts";
import { answerMessages, assignmentsMessages } from "./failure-messages.ts";
import { stateMessages } from "./state-messages.ts";
import { UploadsList } from "./uploads-list.tsx";
import { useAssignments } from "./use-assignments.ts";

/** For tutors: all hand-ins that wait for an answer, the oldest first. */
export const Waiting = () => {
  const assignments = useAssignments();
  const text = useText();
  const id = useId();
  const { value: waiting, failure } = useSnapshot(assignments.waiting.state);
  const { cursor } = useSnapshot(assignments.waitingPages.state);
  if (!waiting && !failure) return null;
  return (
    <section className={styles.course} aria-labelledby={id}>
      <h2 id={id}>{text("assignments.waiting")}</h2>
      {failure ? (
        <LoadError
          message={text(assignmentsMessages[failure.kind])}
          retry={text("screen.retry")}
          onRetry={() => void assignments.load()}
        />
      ) : null}
      {waiting?.length === 0 ? (
        <Empty
          what={text("assignments.nothing-waiting")}
          hint={text("assignments.nothing-waiting-hint")}
        />
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
        label={text("assignments.more-waiting")}
        failure={text(assignmentsMessages["not-fetched"])}
        entries={() =>
          document.getElementById(id)?.parentElement?.querySelectorAll("ul > li") ?? []
        }
        onMore={assignments.waitingPages.more}
      />
    </section>
  );
};

interface WaitingItemProps {
  assignment: WaitingAssignment;
}

const WaitingItem = ({ assignment }: WaitingItemProps) => {
  const assignments = useAssignments();
  const text = useText();
  const { locale } = useIntl();
  const id = useId();
  const answer = assignments.answer(assignment);
  const { text: words, busy, failure, given } = useSnapshot(answer.state, { sync: true });
  const { student, uploads } = assignment;

  return (
    <li className={`sheet ${styles.item}`} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id}>
          <bdi>{student.name}</bdi>: {translated(assignment, "title", locale)}
        </h3>
        {given ? (
          <span className={styles.state} data-state={given}>
            {text(stateMessages[given])}
          </span>
        ) : null}
      </div>
      <UploadsList assignment={assignment} uploads={uploads} />
      <form noValidate onSubmit={(event) => event.preventDefault()}>
        <TextArea
          label={text("assignments.answer")}
          value={words}
          onChange={answer.setText}
          error={failure?.kind === "missing" ? text(answerMessages.missing) : undefined}
        />
        {failure?.kind === "no-connection" ? (
          <p role="alert" className={styles.failure}>
            {text(answerMessages["no-connection"])}
          </p>
        ) : null}
        <div className={styles.send}>
          {(["accepted", "returned"] as const).map((state) => (
            <button
              key={state}
              type="button"
              className={state === "accepted" ? "button" : "button quiet"}
              aria-disabled={busy || undefined}
              onClick={() => void answer.give(state)}
            >
              {text(state === "accepted" ? "assignments.accept" : "assignments.return")}
            </button>
          ))}
        </div>
        <p role="status" className={styles.status}>
          {given ? text("assignments.answered") : null}
        </p>
      </form>
    </li>
  );
};
