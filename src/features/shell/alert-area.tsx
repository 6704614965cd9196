import { lazy, Suspense } from "react";
import { useSnapshot } from "valtio";
// The styles come with the page: an alert that says the network is gone cannot wait for them.
import "./alert-list.module.css";
import type { MessageId } from "../../i18n/message-id.ts";
import type { Alerts } from "../../services/alerts.ts";

const loadList = () => import("./alert-list.tsx");
const AlertList = lazy(loadList);

/** Fetches what alerts are drawn with, so that one can be shown when the network is gone. */
export const prepareAlerts = (): void => void loadList().catch(() => undefined);

/** Where alerts appear. */
export const AlertArea = ({ alerts }: { alerts: Alerts<MessageId> }) => {
  const { list } = useSnapshot(alerts.state);
  return list.length === 0 ? null : (
    <Suspense>
      <AlertList alerts={alerts} />
    </Suspense>
  );
};
