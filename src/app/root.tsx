import { type ComponentType, lazy, Suspense, useLayoutEffect } from "react";
import { RawIntlProvider } from "react-intl";
import { useSnapshot } from "valtio";
import { AlertArea } from "../features/shell/alert-area.tsx";
import { Boot } from "../features/shell/boot.tsx";
import { SkipLink } from "../features/shell/skip-link.tsx";
import type { App } from "./create-app.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Outside } from "./outside.tsx";

export type Inside = ComponentType<{ app: App }>;

export interface RootProps {
  app: App;
  Inside: Inside;
  /** Told once the page has its handlers. */
  onReady?: () => void;
}

/** The part that is fetched once somebody is signed in. */
export const lazyInside = (load: () => Promise<{ default: Inside }>): Inside => lazy(load);

/** Outside, where one signs in, or inside, where one studies. */
export const Root = ({ app, Inside, onReady }: RootProps) => {
  const { intl } = useSnapshot(app.language.state);
  const { authenticated } = useSnapshot(app.session.state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page becomes ready once
  useLayoutEffect(() => onReady?.(), []);
  return (
    <RawIntlProvider value={intl as never}>
      <SkipLink />
      <AlertArea alerts={app.alerts} />
      {authenticated ? (
        <ErrorBoundary>
          <Suspense fallback={<Boot />}>
            <Inside app={app} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <Outside app={app} />
      )}
    </RawIntlProvider>
  );
};
