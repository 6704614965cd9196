import { type ComponentType, useLayoutEffect } from "react";
import { RawIntlProvider } from "react-intl";
import { useSnapshot } from "valtio";
import { AlertList } from "../features/shell/alert-list.tsx";
import { SkipLink } from "../features/shell/skip-link.tsx";
import type { App } from "./create-app.ts";

export interface RootProps {
  app: App;
  /** Where one signs in. */
  Outside: ComponentType<{ app: App }>;
  /** What there is once somebody is signed in. */
  Inside: ComponentType<{ app: App }>;
  /** Told once the page has its handlers. */
  onReady?: () => void;
}

/** Outside, where one signs in, or inside, where one studies. */
export const Root = ({ app, Outside, Inside, onReady }: RootProps) => {
  const { intl } = useSnapshot(app.language.state);
  const { authenticated } = useSnapshot(app.session.state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page becomes ready once
  useLayoutEffect(() => onReady?.(), []);
  return (
    <RawIntlProvider value={intl as never}>
      <SkipLink />
      <AlertList alerts={app.alerts} />
      {authenticated ? <Inside app={app} /> : <Outside app={app} />}
    </RawIntlProvider>
  );
};
