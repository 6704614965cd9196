import { connectionAlert } from "../core/failure-alerts.ts";
import type { BaseApp } from "./app.ts";

/**
 * Loads a chunk before it is shown, so that nothing opens without its code.
 * @returns whether it is loaded; if not, an alert is shown
 */
export const loadOrAlert = (
  load: (app: BaseApp) => Promise<unknown>,
  app: BaseApp,
): Promise<boolean> =>
  load(app).then(
    () => true,
    () => {
      app.alerts.show(connectionAlert);
      return false;
    },
  );
