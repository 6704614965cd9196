import { type ComponentType, useCallback, useEffect, useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import { NotThere } from "../../ui/not-there.tsx";
import { isLanding, loadOwnData } from "./load-own-data.ts";
import type { ScreenProps } from "./screen-props.ts";

/** Who stays so long did not come to the profile only to pass through. */
const STAYS_MS = 1500;

let Loaded: ComponentType<ScreenProps> | undefined;

/** Measurements and policies, once they are there; without them the rest of the profile stands. */
export const OwnPart = (props: ScreenProps) => {
  const { app } = props;
  const text = useText();
  const [failed, setFailed] = useState(false);
  const [, setThere] = useState(Boolean(Loaded));

  const load = useCallback(() => {
    setFailed(false);
    loadOwnData({ app }).then(
      (module) => {
        Loaded = module.default;
        setThere(true);
      },
      () => setFailed(true),
    );
  }, [app]);

  useEffect(() => {
    if (Loaded) return;
    const timer = setTimeout(load, isLanding() ? STAYS_MS : 0);
    return () => clearTimeout(timer);
  }, [load]);

  if (Loaded) return <Loaded {...props} />;
  return failed ? (
    <section className="sheet">
      <NotThere message={text("failure.connection")} retry={text("screen.retry")} onRetry={load} />
    </section>
  ) : null;
};
