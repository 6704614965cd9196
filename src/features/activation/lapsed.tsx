import { useEffect, useState } from "react";
import type { Alerts } from "../../core/alerts.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { activationAlerts } from "../../offline/licence/failure-messages.ts";
import type { Licence } from "../../offline/licence/licence.ts";
import styles from "./activation.module.css";
import { Renewal } from "./renewal.tsx";

export interface LapsedProps {
  licence: Licence;
  alerts: Alerts<MessageId>;
  online: boolean;
  /** Told once the school has said that the licence holds. */
  onBack: () => void;
}

/** The days of grace are over: the school has to be reached once. */
export const Lapsed = ({ licence, alerts, online, onBack }: LapsedProps) => {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [byFile, setByFile] = useState(false);

  const retry = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    await licence.retry();
    setBusy(false);
    if (licence.state.status === "active") onBack();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: as it appears, and whenever there is a network again
  useEffect(() => {
    if (online) void retry();
  }, [online]);

  const ask = async (): Promise<void> => {
    await retry();
    if (licence.state.status === "lapsed") alerts.show(activationAlerts["no-connection"]);
  };

  return (
    <>
      <h1>{text("activation.lapsed-heading")}</h1>
      <p>{text("activation.lapsed")}</p>
      <div className={styles.buttons}>
        <button
          className="button"
          type="button"
          aria-disabled={busy || undefined}
          onClick={() => void ask()}
        >
          {text("activation.retry")}
        </button>
      </div>
      <p role="status" className={styles.help}>
        {busy ? text("activation.checking") : ""}
      </p>
      {licence.state.takesFiles ? (
        <details className={styles.more} onToggle={() => setByFile(true)}>
          <summary>{text("activation.lapsed-file")}</summary>
          {byFile ? <Renewal licence={licence} onRenewed={onBack} /> : null}
        </details>
      ) : null}
    </>
  );
};
