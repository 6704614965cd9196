import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import type { Alerts } from "../../core/alerts.ts";
import type { Network } from "../../core/network.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { backOnlineInWizardAlert } from "../../offline/licence/failure-messages.ts";
import type { Licence } from "../../offline/licence/licence.ts";
import styles from "./activation.module.css";
import { Ended } from "./ended.tsx";
import { Lapsed } from "./lapsed.tsx";
import { Wizard } from "./wizard.tsx";

export interface ActivationScreenProps {
  licence: Licence;
  alerts: Alerts<MessageId>;
  network: Network;
  /** Told once the app may be used. */
  onStart: () => void;
  /** Stands below. */
  more?: ReactNode;
}

/** Where this machine gets its licence, or has it confirmed after a long time without a network. */
const ActivationScreen = ({ licence, alerts, network, onStart, more }: ActivationScreenProps) => {
  const { status, until } = useSnapshot(licence.state);
  const { online } = useSnapshot(network.state);
  const [hadLapsed] = useState(status === "lapsed");
  const [lastDay] = useState(until);
  const wasOnline = useRef(online);

  useEffect(() => {
    if (online && !wasOnline.current) alerts.show(backOnlineInWizardAlert);
    wasOnline.current = online;
  }, [online, alerts]);

  const hasLapsed = status === "lapsed" || (hadLapsed && status === "active");
  return (
    <main id="content" tabIndex={-1} className={styles.screen}>
      <div className={`sheet stitched ${styles.card}`}>
        {hasLapsed && lastDay !== null ? (
          <Ended licence={licence} lastDay={lastDay} onBack={onStart} />
        ) : null}
        {hasLapsed && lastDay === null ? (
          <Lapsed licence={licence} alerts={alerts} online={online} onBack={onStart} />
        ) : null}
        {hasLapsed ? null : (
          <Wizard licence={licence} alerts={alerts} online={online} onStart={onStart} />
        )}
        {more}
      </div>
    </main>
  );
};

export default ActivationScreen;
