import { useSnapshot } from "valtio";
import { waitingMessages } from "../../i18n/failure-messages/course.ts";
import { useText } from "../../i18n/use-text.ts";
import type { Study } from "../../services/study.ts";
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
