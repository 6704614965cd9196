import { connectionAlert } from "../core/failure-messages/connection.ts";
import type { BaseApp } from "./app.ts";

/**
 * Fetches a chunk before it is shown, so that nothing opens without its code.
 * @returns whether it is there; if not, an alert says so
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
