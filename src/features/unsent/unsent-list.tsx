import { useIntl } from "react-intl";
import type { Id } from "../../contract/wire.ts";
import type { RefusedWrite } from "../../core/queue.ts";
import { refusalOf } from "../../domain/refusal.ts";
import { useText } from "../../i18n/use-text.ts";
import { refusalMessages, writeMessages } from "./failure-messages.ts";

export interface UnsentListProps {
  refused: readonly RefusedWrite[];
  /** A lesson's title in the interface language; null if the lesson is not loaded. */
  titleOf: (lessonId: Id) => string | null;
  onDismiss: (id: string) => void;
}

/** The rejected study records: what, when, and why. */
export const UnsentList = ({ refused, titleOf, onDismiss }: UnsentListProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of a list without bullets
    <ul role="list" className="rows" aria-label={text("unsent.heading")}>
      {refused.map((write) => (
        <li key={write.id}>
          <div id={write.id}>
            <strong>
              {titleOf(write.lessonId) ?? text("unsent.lesson", { number: write.lessonId })}
            </strong>
            <p>
              {text(writeMessages[write.call])},{" "}
              <time dateTime={new Date(write.time).toISOString()}>
                {formatDate(write.time, { dateStyle: "medium", timeStyle: "short" })}
              </time>
            </p>
            <p>{text(refusalMessages[refusalOf(write.refused)])}</p>
          </div>
          <button
            type="button"
            className="button quiet"
            aria-describedby={write.id}
            onClick={() => onDismiss(write.id)}
          >
            {text("alert.dismiss")}
          </button>
        </li>
      ))}
    </ul>
  );
};
