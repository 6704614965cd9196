import { useSnapshot } from "valtio";
import { useApp } from "../../app-context/use-app.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./waiting-overlay.module.css";

/** Covers the page while a course is loading. */
export const WaitingOverlay = () => {
  const text = useText();
  const { waiting } = useSnapshot(useApp().study.state);
  return waiting ? (
    <div className={styles.overlay} role="status">
      <span className={styles.stitch} />
      {text(`lessons.waiting-${waiting}`)}
    </div>
  ) : null;
};
