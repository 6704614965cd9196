import { type KeyboardEvent, useRef } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { PinList } from "../../app-context/hand-in-lists.tsx";
import { useFailureText } from "../../app-context/use-failure-text.ts";
import type { Pin, Upload } from "../../contract/assignments.ts";
import type { DeskWork } from "../../contract/desk.ts";
import { type FailureTable, matchFailure, type OwnKind } from "../../core/match-failure.ts";
import { MAX_ANSWER_LENGTH } from "../../domain/hand-in-answer.ts";
import { pinsOf } from "../../domain/pins.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import styles from "./answer-form.module.css";
import { CommentPicker } from "./comment-picker.tsx";
import { useKeys } from "./keys.tsx";
import { insertComment } from "./saved-comments.ts";
import { useDesk } from "./use-desk.ts";
import { VoiceField } from "./voice-field.tsx";
import { type AnswerFailure, DECISIONS, type Decision, type Work } from "./work.ts";

const WORDS = {
  accepted: ["waiting.accept", "A"],
  returned: ["waiting.return", "R"],
} as const satisfies Record<Decision, readonly [MessageId, string]>;

const FAILURES = {
  // It stands at the field.
  missing: null,
  text: "desk-failure.answer-refused",
  // The other answer stands above the form.
  answered: null,
  409: null,
  404: "desk.gone",
  401: "desk-failure.answer",
  429: "desk-failure.answer",
  refused: "desk-failure.answer-refused",
  else: "desk-failure.answer",
} as const satisfies FailureTable<OwnKind<AnswerFailure>, MessageId | null>;

interface AnswerFormProps {
  work: Work;
  /** Called when the school has the answer. */
  onAnswered: () => void;
}

/** The answer to a hand-in: words, saved comments, and whether it is accepted. */
export const AnswerForm = ({ work, onAnswered }: AnswerFormProps) => {
  const text = useText();
  const { given } = useDesk();
  const form = useRef<HTMLFormElement>(null);
  const state = useSnapshot(work.state, { sync: true });
  const { text: words, busy, problem, hasOther } = state;
  const last = state.decision ?? "accepted";
  const field = () => form.current?.querySelector("textarea");

  const send = async (decision: Decision, replaces = false) => {
    if (await given.send(work, decision, replaces)) onAnswered();
    else if (work.state.problem?.kind === "missing") field()?.focus();
  };

  const insert = (comment: string, takesFocus: boolean) => {
    const area = field();
    const at = area?.value.length ?? 0;
    const edited = insertComment(
      work.state.text,
      comment,
      area?.selectionStart ?? at,
      area?.selectionEnd ?? at,
    );
    work.setText(edited.text);
    if (!area || !takesFocus) return;
    area.focus();
    // The new text is on the page after the next frame.
    requestAnimationFrame(() => area.setSelectionRange(edited.at, edited.at));
  };

  useKeys({ a: () => void send("accepted"), r: () => void send("returned") });

  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send(last);
  };

  const failureText = useFailureText();
  const failure = problem && matchFailure(problem as AnswerFailure, FAILURES);
  return (
    <section className={`sheet ${styles.answer}`} aria-label={text("desk.your-answer")}>
      {hasOther ? (
        <OtherAnswer
          work={work}
          onReplace={() => void send(last, true)}
          onDiscard={() => {
            work.discard();
            field()?.focus();
          }}
        />
      ) : null}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => event.preventDefault()}
        // The keys count in every field of the form.
        onKeyDown={sendByKey}
      >
        <TextArea
          label={text("desk.your-answer")}
          name="answer"
          rows={6}
          maxLength={MAX_ANSWER_LENGTH}
          value={words}
          onChange={work.setText}
          error={problem?.kind === "missing" ? text("waiting.answer-missing") : undefined}
        />
        <PinLists
          files={(state.value as DeskWork).hand_in.files}
          pinsOf={(at) => pinsOf(state.drawings.find(({ file }) => file === at)?.pages ?? [])}
        />
        <VoiceField work={work} />
        <CommentPicker onInsert={insert} />
        {failure ? (
          <div role="alert" className={styles.failure}>
            <p>{failureText(problem as AnswerFailure, failure)}</p>
            {failure === FAILURES.else ? (
              <Button onClick={() => void send(last)}>{text("screen.retry")}</Button>
            ) : null}
          </div>
        ) : null}
        <div className={styles.send}>
          {DECISIONS.map((decision) => {
            const [name, key] = WORDS[decision];
            return (
              <Button
                key={decision}
                quiet={decision === "returned"}
                aria-keyshortcuts={key.toLowerCase()}
                disabled={busy}
                onClick={() => void send(decision)}
              >
                {text(name)}{" "}
                <span aria-hidden="true" className={styles.key}>
                  {key}
                </span>
              </Button>
            );
          })}
        </div>
        <p className={styles.hint}>
          <kbd>Ctrl</kbd>+<kbd>Enter</kbd> {text(WORDS[last][0])}
        </p>
      </form>
    </section>
  );
};

interface PinListsProps {
  files: Upload["files"];
  pinsOf: (at: number) => readonly Pin[];
}

/** The comments that are pinned to files, with their numbers. */
export const PinLists = ({ files, pinsOf }: PinListsProps) => {
  const text = useText();
  return files.map(({ name }, at) => {
    const pins = pinsOf(at);
    return pins.length > 0 ? (
      <div key={name} className={styles.pins}>
        <p>{text("desk.pins", { name })}</p>
        <PinList pins={pins} />
      </div>
    ) : null;
  });
};

interface OtherAnswerProps {
  work: Work;
  onReplace: () => void;
  onDiscard: () => void;
}

/** The answer that another tutor has given while this one was written, or the tutor on another device. */
const OtherAnswer = ({ work, onReplace, onDiscard }: OtherAnswerProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const { value, isOwnOther } = useSnapshot(work.state);
  const answer = value?.hand_in.feedback;
  if (!value || !answer) return null;
  const { state, drawings } = value.hand_in;
  return (
    <div className={styles.other}>
      <div role="alert">
        <h2>
          {isOwnOther
            ? text("desk.own-answered")
            : text("desk.other-answered", { name: answer.tutor })}
        </h2>
      </div>
      <p>
        {text(state === "accepted" ? "assignments.state-accepted" : "assignments.state-returned")}
        {answer.date
          ? ` · ${formatDate(answer.date, { dateStyle: "medium", timeStyle: "short" })}`
          : null}
        {drawings.length > 0 ? ` · ${text("desk.files-drawn", { count: drawings.length })}` : null}
      </p>
      {answer.text ? <blockquote dir="auto">{answer.text}</blockquote> : null}
      <p>{text("desk.other-kept")}</p>
      <div className={styles.send}>
        <Button onClick={onReplace}>
          {text(isOwnOther ? "desk.replace-own" : "desk.replace")}
        </Button>
        <Button quiet onClick={onDiscard}>
          {text(isOwnOther ? "desk.discard-own" : "desk.discard")}
        </Button>
      </div>
    </div>
  );
};
