import { proxy, subscribe } from "valtio/vanilla";
import type { Alert, Alerts } from "./alerts.ts";

/** An alert that was shown, and when. */
interface PastAlert<Id extends string> {
  readonly alert: Omit<Alert<Id>, "seconds">;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** More of them would be a history that nobody reads. */
const MAX_ALERTS = 50;

/**
 * Lists the alerts that were shown to the signed-in person, the newest first, so that those who read
 * slowly can read them later. It is a list of this visit: nothing of it is stored.
 */
export const createAlertHistory = <Id extends string>(alerts: Alerts<Id>, now: () => number) => {
  const state = proxy<{ list: PastAlert<Id>[] }>({ list: [] });
  let lastId = 0;
  const note = () => {
    for (const shown of alerts.state.list) {
      // While an alert is removed the list has a hole.
      if (!shown || shown.id <= lastId) continue;
      const { seconds, ...alert } = shown;
      lastId = alert.id;
      const past = { alert: { ...alert }, at: now() } as PastAlert<Id>;
      state.list = [past, ...state.list].slice(0, MAX_ALERTS);
    }
  };
  return {
    state,
    /** Starts to listen, also for what is shown already. @returns a function that stops it */
    start(): () => void {
      note();
      return subscribe(alerts.state, note, true);
    },
  };
};

export type AlertHistory<Id extends string> = ReturnType<typeof createAlertHistory<Id>>;
