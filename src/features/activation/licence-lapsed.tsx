import { useEffect, useState } from "react";
import { useBaseApp } from "../../app-context/app-context.ts";
import { useDesktop } from "../../app-context/use-app.ts";
import { useText } from "../../i18n/use-text.ts";
import { activationAlerts } from "../../offline/licence/failure-messages.ts";
import styles from "./activation.module.css";
import { RenewByFile } from "./renew-by-file.tsx";

export interface LicenceLapsedProps {
  online: boolean;
  /** Called once the school has confirmed the licence. */
  onBack: () => void;
}

/** Shown when the grace period is over and the school has to be reached once. */
export const LicenceLapsed = ({ online, onBack }: LicenceLapsedProps) => {
  const { alerts } = useBaseApp();
  const { licence } = useDesktop();
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on mount and when the network returns
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
          {text("screen.retry")}
        </button>
      </div>
      <p role="status" className={styles.help}>
        {busy ? text("activation.checking") : ""}
      </p>
      {licence.state.acceptsFiles ? (
        <details className={styles.more} onToggle={() => setByFile(true)}>
          <summary>{text("activation.lapsed-file")}</summary>
          {byFile ? <RenewByFile onRenewed={onBack} /> : null}
        </details>
      ) : null}
    </>
  );
};
