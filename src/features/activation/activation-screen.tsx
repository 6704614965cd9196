import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { useBaseApp } from "../../app-context/app-context.ts";
import { useDesktop } from "../../app-context/use-app.ts";
import { backOnlineInWizardAlert } from "../../offline/licence/failure-messages.ts";
import { focusNextContent } from "../../ui/focus-next-content.ts";
import styles from "./activation.module.css";
import { LicenceExpired } from "./licence-expired.tsx";
import { LicenceLapsed } from "./licence-lapsed.tsx";
import { Wizard } from "./wizard.tsx";

export interface ActivationScreenProps {
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
