import { type ReactNode, useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useBaseApp } from "../../app-context/app-context.ts";
import { useDesktop } from "../../app-context/use-desktop.ts";
import { useText } from "../../i18n/use-text.ts";
import {
  activationAlerts,
  backOnlineInWizardAlert,
} from "../../offline/licence/failure-messages.ts";
import { Button } from "../../ui/button.tsx";
import { focusNextContent } from "../../ui/focus-next-content.ts";
import { useBusy } from "../../ui/use-busy.ts";
import styles from "./activation.module.css";
import { RenewByFile, RenewOnline } from "./renew-licence.tsx";
import { Wizard } from "./wizard.tsx";

interface ActivationScreenProps {
  /** Rendered below the form. */
  more?: ReactNode;
}

/** Activates this machine, or confirms its licence after a long time without a network. */
const ActivationScreen = ({ more }: ActivationScreenProps) => {
  const { alerts, network } = useBaseApp();
  const { licence } = useDesktop();
  const { status, until } = useSnapshot(licence.state);
  const { online } = useSnapshot(network.state);
  const [hadLapsed] = useState(status === "lapsed");
  const [lastDay] = useState(until);
  const wasOnline = useRef(online);
  /** Stored on mount, because it is needed after the screen is gone. */
  const content = useRef<Element>(null);

  useEffect(() => {
    content.current = document.getElementById("content");
  }, []);

  useEffect(() => {
    if (online && !wasOnline.current) alerts.show(backOnlineInWizardAlert);
    wasOnline.current = online;
  }, [online, alerts]);

  const start = () => {
    focusNextContent(content.current);
    licence.start();
  };

  const hasLapsed = status === "lapsed" || (hadLapsed && status === "active");
  return (
    <main id="content" tabIndex={-1} className={styles.screen}>
      <div className={`sheet stitched ${styles.card}`}>
        {hasLapsed && lastDay !== null ? <LicenceExpired lastDay={lastDay} onBack={start} /> : null}
        {hasLapsed && lastDay === null ? <LicenceLapsed online={online} onBack={start} /> : null}
        {hasLapsed ? null : <Wizard online={online} onStart={start} />}
        {more}
      </div>
    </main>
  );
};

export default ActivationScreen;

interface LicenceExpiredProps {
  /** `YYYY-MM-DD`. */
  lastDay: string;
  /** Called once the licence is valid again. */
  onBack: () => void;
}

/** Shown when a licence from a file has expired. */
const LicenceExpired = ({ lastDay, onBack }: LicenceExpiredProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  return (
    <>
      <h1>{text("activation.ended-heading")}</h1>
      <p>{text("activation.ended", { date: formatDate(lastDay, { dateStyle: "long" }) })}</p>
      <RenewByFile onRenewed={onBack} />
      <RenewOnline onRenewed={onBack} />
    </>
  );
};

interface LicenceLapsedProps {
  online: boolean;
  /** Called once the school has confirmed the licence. */
  onBack: () => void;
}

/** Shown when the grace period is over and the school has to be reached once. */
const LicenceLapsed = ({ online, onBack }: LicenceLapsedProps) => {
  const { alerts } = useBaseApp();
  const { licence } = useDesktop();
  const text = useText();
  const [busy, whileBusy] = useBusy();
  const [byFile, setByFile] = useState(false);

  const retry = () =>
    whileBusy(async () => {
      await licence.retry();
      if (licence.state.status === "active") onBack();
    });

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
        <Button disabled={busy} onClick={() => void ask()}>
          {text("screen.retry")}
        </Button>
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
