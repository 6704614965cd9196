import { useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import type { Queue } from "../../core/queue.ts";
import { useText } from "../../i18n/use-text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./unsent.module.css";
import { UnsentList, type UnsentListProps } from "./unsent-list.tsx";

export interface UnsentNoticeProps extends Pick<UnsentListProps, "titleOf"> {
  queue: Queue;
}

/** Says that the school has refused something for good, until somebody has seen what. */
export const UnsentNotice = ({ queue, titleOf }: UnsentNoticeProps) => {
  const text = useText();
  const { refused } = useSnapshot(queue.state);
  const [open, setOpen] = useState(false);
  const isOpen = useRef(open);
  isOpen.current = open;
  // The last one takes the dialog with it, and the button that the focus would return to.
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
