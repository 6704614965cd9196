import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Dialog } from "../../app-context/dialog.tsx";
import { useApp } from "../../app-context/use-app.ts";
import type { Id } from "../../contract/wire.ts";
import type { RefusedWrite } from "../../core/queue.ts";
import { refusalOf } from "../../domain/refusal.ts";
import { titleIn } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./unsent.module.css";

/** Says that the school has rejected study records for good, until the person has seen which. */
const UnsentNotice = () => {
  const { queue, study } = useApp();
  const text = useText();
  const reads = useReads();
  const { selection } = useSnapshot(study.state);
  const { refused } = useSnapshot(queue.state);
  const [open, setOpen] = useState(false);
  const isOpen = useRef(open);
  isOpen.current = open;
  const titleOf = (lessonId: Id): string | null => {
    const lessons = Object.values(selection?.product.lessons ?? {});
    const lesson = lessons.find(({ dbid }) => dbid === lessonId);
    return lesson ? titleIn(lesson.title, reads) : null;
  };
  // Removing the last one closes the dialog and removes the button that would get the focus back.
  useEffect(
    () => () => {
      if (isOpen.current) setTimeout(() => document.getElementById("content")?.focus());
    },
    [],
  );
  return (
    <aside className={styles.notice} aria-label={text("unsent.heading")}>
      <div className={`wrap ${styles.row}`}>
        <p>{text("unsent.count", { count: refused.length })}</p>
        <button type="button" className="button quiet" onClick={() => setOpen(true)}>
          {text("unsent.show")}
        </button>
      </div>
      {open ? (
        <Dialog
          title={text("unsent.heading")}
          about={String(refused.length)}
          onClose={() => setOpen(false)}
        >
          <UnsentList refused={refused} titleOf={titleOf} onDismiss={queue.dismiss} />
        </Dialog>
      ) : null}
    </aside>
  );
};

export default UnsentNotice;

interface UnsentListProps {
  refused: readonly RefusedWrite[];
  /** A lesson's title in the interface language; null if the lesson is not loaded. */
  titleOf: (lessonId: Id) => string | null;
  onDismiss: (id: string) => void;
}

const UnsentList = ({ refused, titleOf, onDismiss }: UnsentListProps) => {
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
              {text(`unsent.${write.call}`)},{" "}
              <time dateTime={new Date(write.time).toISOString()}>
                {formatDate(write.time, { dateStyle: "medium", timeStyle: "short" })}
              </time>
            </p>
            <p>{text(`unsent.${refusalOf(write.refused)}`)}</p>
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
