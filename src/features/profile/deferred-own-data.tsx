import { type ComponentType, useCallback, useEffect, useState } from "react";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { isLandingPage, loadOwnData } from "./load-own-data.ts";

/** After this time on the profile, the person is probably not just passing through. */
const STAYS_MS = 1500;

let OwnData: ComponentType | undefined;

/**
 * Shows measurements and policies once they are loaded. The rest of the profile works without them.
 */
export const DeferredOwnData = () => {
  const app = useApp();
  const [failed, setFailed] = useState(false);
  const [, setLoaded] = useState(Boolean(OwnData));

  const load = useCallback(() => {
    setFailed(false);
    loadOwnData(app).then(
      (module) => {
        OwnData = module.default;
        setLoaded(true);
      },
      () => setFailed(true),
    );
  }, [app]);

  useEffect(() => {
    if (OwnData) return;
    const timer = setTimeout(load, isLandingPage() ? STAYS_MS : 0);
    return () => clearTimeout(timer);
  }, [load]);

  if (OwnData) return <OwnData />;
  return failed ? (
    <section className="sheet">
      <FailureNotice failure messages={{ else: "failure.connection" }} onRetry={load} />
    </section>
  ) : null;
};
