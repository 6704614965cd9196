import { useSnapshot } from "valtio";
import { waitingMessages } from "../../core/failure-messages/course.ts";
import type { Study } from "../../core/study.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./waiting-overlay.module.css";

/** Over everything while a course is on its way. */
export const WaitingOverlay = ({ study }: { study: Study }) => {
  const text = useText();
  const { waiting } = useSnapshot(study.state);
  return waiting ? (
    <div className={styles.overlay} role="status">
      <span className={styles.stitch} />
      {text(waitingMessages[waiting])}
    </div>
  ) : null;
};
