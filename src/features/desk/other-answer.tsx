import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useText } from "../../i18n/use-text.ts";
import styles from "./answer-form.module.css";
import type { Work } from "./work.ts";

export interface OtherAnswerProps {
  work: Work;
  onReplace: () => void;
  onDiscard: () => void;
}

/** The answer that another tutor has given while this one was written, or the tutor on another device. */
export const OtherAnswer = ({ work, onReplace, onDiscard }: OtherAnswerProps) => {
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
        <button type="button" className="button" onClick={onReplace}>
          {text(isOwnOther ? "desk.replace-own" : "desk.replace")}
        </button>
        <button type="button" className="button quiet" onClick={onDiscard}>
          {text(isOwnOther ? "desk.discard-own" : "desk.discard")}
        </button>
      </div>
    </div>
  );
};
