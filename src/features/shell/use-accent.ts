import { useEffect } from "react";
import type { BaseApp } from "../../app-context/app.ts";

/**
 * Gives the page the accent colour of the school.
 * @param accent of the brand that is shown; undefined while none is known
 */
export const useAccent = (app: BaseApp, accent: string | undefined): void => {
  useEffect(() => {
    // Without a colour, now or at the last visit, the code for it is not loaded.
    if (accent || app.machine.storage.get("accent.v1")) {
      import(/* webpackChunkName: "accent" */ "./show-accent.ts").then(
        ({ showAccent }) => showAccent(app),
        () => undefined,
      );
    }
  }, [accent, app]);
};
