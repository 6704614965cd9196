import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useApp } from "../../app-context/use-app.ts";
import type { Id } from "../../contract/wire.ts";
import { titleIn } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./unsent.module.css";
import { UnsentList } from "./unsent-list.tsx";

/** Says that the school has rejected study records for good, until the person has seen which. */
const UnsentNotice = () => {
  const { queue, study } = useApp();
  const text = useText();
  const { locale } = useIntl();
  const { selection } = useSnapshot(study.state);
  const { refused } = useSnapshot(queue.state);
  const [open, setOpen] = useState(false);
  const isOpen = useRef(open);
  isOpen.current = open;
  const titleOf = (lessonId: Id): string | null => {
    const lessons = Object.values(selection?.product.lessons ?? {});
    const lesson = lessons.find(({ dbid }) => dbid === lessonId);
    return lesson ? titleIn(lesson.title, locale) : null;
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
          closeLabel={text("dialog.close")}
          onClose={() => setOpen(false)}
        >
          <UnsentList refused={refused} titleOf={titleOf} onDismiss={queue.dismiss} />
        </Dialog>
      ) : null}
    </aside>
  );
};

export default UnsentNotice;
