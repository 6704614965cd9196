import { useState } from "react";
import { useDesktop } from "../../app-context/use-app.ts";
import { useText } from "../../i18n/use-text.ts";
import type { SeatFailure } from "../../offline/licence/activate-seat.ts";
import { activationAlerts } from "../../offline/licence/failure-messages.ts";
import styles from "./activation.module.css";

export interface RenewOnlineProps {
  onRenewed: () => void;
}

/** Replaces a licence from a file by an online licence, which the school checks. */
export const RenewOnline = ({ onRenewed }: RenewOnlineProps) => {
  const { licence } = useDesktop();
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SeatFailure | null>(null);

  const renew = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const renewed = await licence.renew();
    setBusy(false);
    if (renewed.ok) onRenewed();
    else setFailure(renewed.failure);
  };

  const minutes = failure?.kind === "throttled" ? Math.ceil((failure.seconds ?? 60) / 60) : 1;
  return (
    <>
      <div className={styles.buttons}>
        <button
          className="button quiet"
          type="button"
          aria-disabled={busy || undefined}
          onClick={() => void renew()}
        >
          {text("activation.renew-online")}
        </button>
      </div>
      {failure ? (
        <p role="alert" className={styles.failure}>
          {text(activationAlerts[failure.kind].text, { minutes })}
        </p>
      ) : null}
    </>
  );
};
