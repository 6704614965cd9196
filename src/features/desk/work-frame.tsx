import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { useText } from "../../i18n/use-text.ts";
import { KeysDialog } from "./keys-dialog.tsx";
import { UndoBar } from "./undo-bar.tsx";
import { useKeys } from "./use-keys.ts";
import type { NextWork } from "./use-next-work.ts";
import styles from "./work.module.css";

export interface WorkFrameProps {
  next: NextWork;
  children: ReactNode;
}

/** What is around the work on an entry of the queue: the ways to others, keys, and undoing. */
export const WorkFrame = ({ next, children }: WorkFrameProps) => {
  const text = useText();
  const [showsKeys, setShowsKeys] = useState(false);
  useScreenTitle(text("desk.name"));
  useKeys({
    j: () => void next.step(1),
    k: () => void next.step(-1),
    "?": () => setShowsKeys(true),
  });
  return (
    <main id="content" tabIndex={-1} className={`wrap screen ${styles.screen}`}>
      <nav className={styles.ways} aria-label={text("desk.queue")}>
        <Link href={next.back}>{text("desk.back")}</Link>
        <span>
          <button type="button" aria-keyshortcuts="k" onClick={() => void next.step(-1)}>
            {text("desk.previous")}
          </button>
          <button type="button" aria-keyshortcuts="j" onClick={() => void next.step(1)}>
            {text("desk.next")}
          </button>
          <button type="button" aria-keyshortcuts="?" onClick={() => setShowsKeys(true)}>
            {text("desk.keys")}
          </button>
        </span>
      </nav>
      {children}
      <UndoBar />
      {showsKeys ? <KeysDialog onClose={() => setShowsKeys(false)} /> : null}
    </main>
  );
};
