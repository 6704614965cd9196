import { type ComponentType, useCallback, useEffect, useState } from "react";
import { useApp } from "../../app-context/use-app.ts";
import { useText } from "../../i18n/use-text.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { isLandingPage, loadOwnData } from "./load-own-data.ts";

/** After this time on the profile, the person is probably not just passing through. */
const STAYS_MS = 1500;

let OwnData: ComponentType | undefined;

/**
 * Shows measurements and policies once they are loaded. The rest of the profile works without them.
 */
export const DeferredOwnData = () => {
  const app = useApp();
  const text = useText();
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
      <LoadError message={text("failure.connection")} retry={text("screen.retry")} onRetry={load} />
    </section>
  ) : null;
};
