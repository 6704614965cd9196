import { useEffect } from "react";
import type { BaseApp } from "../../app-context/app.ts";
import type { Organisation } from "../../contract/organisation.ts";

/**
 * Gives the page the accent colour and the icon of the school.
 * @param brand that is shown; null while none is known
 */
export const useLook = (
  app: BaseApp,
  brand: Pick<Organisation, "accent" | "favicon"> | null,
): void => {
  const look = brand ? brand.accent + brand.favicon : "";
  useEffect(() => {
    // Without a colour, now or at the last visit, or an icon, the code for them is not loaded.
    if (look || app.machine.storage.get("accent.v1")) {
      import(/* webpackChunkName: "accent" */ "./show-look.ts").then(
        ({ showLook }) => showLook(app),
        () => undefined,
      );
    }
  }, [look, app]);
};
