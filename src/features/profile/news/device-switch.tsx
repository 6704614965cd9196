import { useEffect, useId, useState } from "react";
import { useSnapshot } from "valtio";
import { useApp } from "../../../app-context/use-app.ts";
import { matchFailure } from "../../../core/match-failure.ts";
import { useText } from "../../../i18n/use-text.ts";
import type { Kept } from "../../../kept/kept.ts";
import { Switch } from "../../../ui/switch.tsx";
import { failureAlert } from "../failure-alert.ts";
import styles from "./news.module.css";
import { createDevicePush, pushMessages } from "./news-model.ts";

const Choice = ({ openPush }: Pick<NonNullable<ReturnType<Kept["services"]>>, "openPush">) => {
  const { alerts, transport } = useApp();
  const [model] = useState(() => createDevicePush(openPush, transport.send));
  const { is, isBusy } = useSnapshot(model.state);
  const text = useText();
  const id = useId();
  useEffect(() => {
    void model.load();
  }, [model]);
  if (is === "absent") return null;

  const choose = async (on: boolean) => {
    const result = await model.choose(on);
    if (!result.ok) alerts.show(failureAlert(matchFailure(result.failure, pushMessages)));
  };
  return (
    <div>
      <Switch
        checked={is === "on"}
        busy={isBusy}
        describedBy={id}
        onChange={(on) => void choose(on)}
      >
        {text("notifications.here")}
      </Switch>
      <p id={id} role="status" className={styles.note}>
        {text(is === "denied" ? "notifications.blocked" : "notifications.when")}
      </p>
    </div>
  );
};

const IfOn = ({ kept }: { kept: Kept }) => {
  // The worker shows the notifications.
  const { isOn } = useSnapshot(kept.state);
  const services = isOn ? kept.services() : null;
  return services ? <Choice openPush={services.openPush} /> : null;
};

/**
 * Whether the person is told on this device, too. Nothing where there are no notifications: in the desktop
 * app, in a frame, in a browser without them, and at a school that does not tell devices.
 */
export const DeviceSwitch = () => {
  const { kept } = useApp();
  return kept ? <IfOn kept={kept} /> : null;
};
