import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { RawIntlProvider } from "react-intl";
import { useSnapshot } from "valtio";
import { Router } from "wouter";
import { AlertArea } from "../features/shell/alert-area.tsx";
import { Boot } from "../features/shell/boot.tsx";
import { useText } from "../i18n/use-text.ts";
import type { App } from "./create-app.ts";
import { Outside } from "./outside.tsx";

export const BASE = "/tls";

export interface RootProps {
  app: App;
  /** The part that is fetched once somebody is signed in. */
  loadInside: () => Promise<{ default: ComponentType<{ app: App }> }>;
  /** Only where there is no address bar: the page that the build paints in advance. */
  staticPath?: string;
  /** Told once the page has its handlers. */
  onReady?: () => void;
}

/** Outside, where one signs in, or inside, where one studies. */
export const createRoot = ({ app, loadInside, staticPath, onReady }: RootProps) => {
  const Inside = lazy(loadInside);
  const Body = () => {
    const text = useText();
    const { authenticated } = useSnapshot(app.session.state);
    return (
      <>
        <a className="unseen skip" href="#content">
          {text("skip.content")}
        </a>
        <AlertArea alerts={app.alerts} />
        {authenticated ? (
          <Suspense fallback={<Boot />}>
            <Inside app={app} />
          </Suspense>
        ) : (
          <Outside app={app} />
        )}
      </>
    );
  };
  return () => {
    const { intl } = useSnapshot(app.language.state);
    useEffect(() => onReady?.(), []);
    return (
      <RawIntlProvider value={intl as never}>
        <Router base={BASE} ssrPath={staticPath}>
          <Body />
        </Router>
      </RawIntlProvider>
    );
  };
};
