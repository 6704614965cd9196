import { useSnapshot } from "valtio";
import { useBaseApp } from "../../app-context/app-context.ts";
import { useText } from "../../i18n/use-text.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./offline-indicator.module.css";

const NO_NETWORK =
  "M12 20h.01M8.5 16.5a5 5 0 0 1 7 0M5 13a10 10 0 0 1 4-2.4M19 13l-2-1.6M3 3l18 18";

/** Shown on every screen while there is no network. */
export const OfflineIndicator = () => {
  const text = useText();
  const { online } = useSnapshot(useBaseApp().network.state);
  return (
    <div role="status" className={styles.place}>
      {online ? null : (
        <span className={styles.sign} title={text("offline.said")}>
          <Icon path={NO_NETWORK} />
          <span className={styles.word} aria-hidden="true">
            {text("offline.word")}
          </span>
          <span className="unseen">{text("offline.said")}</span>
        </span>
      )}
    </div>
  );
};
