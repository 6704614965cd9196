import { useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import styles from "./storage-notice.module.css";

export interface StorageNoticeProps {
  /** Whether the browser can be asked. */
  mayAsk: boolean;
  /** Asks the browser. @returns whether the app may keep something now */
  request: () => Promise<boolean>;
  onGranted: () => void;
}

/** Says that nothing is kept in this page, and what can be done about it. */
export const StorageNotice = ({ mayAsk, request, onGranted }: StorageNoticeProps) => {
  const text = useText();
  const [isRefused, setRefused] = useState(!mayAsk);
  const ask = async () => {
    if (await request()) onGranted();
    else setRefused(true);
  };
  return (
    <aside className={styles.notice} aria-label={text("embedded.heading")}>
      <div className={`wrap ${styles.row}`}>
        <p role="status">{text(isRefused ? "embedded.refused" : "embedded.ask")}</p>
        {isRefused ? (
          <a className="button quiet" href="/tls/" target="_blank" rel="noopener">
            {text("embedded.open")}
          </a>
        ) : (
          <button type="button" className="button quiet" onClick={ask}>
            {text("embedded.allow")}
          </button>
        )}
      </div>
    </aside>
  );
};
