import { type ComponentType, useLayoutEffect } from "react";
import { RawIntlProvider } from "react-intl";
import { useSnapshot } from "valtio";
import type { BaseApp } from "../app-context/app.ts";
import { AppContext } from "../app-context/app-context.ts";
import { AlertList } from "../features/shell/alert-list.tsx";
import { useText } from "../i18n/use-text.ts";

/** Whether the build asks for a sign-in or an activation: a session begins with it. */
declare const NEEDS_SESSION: boolean;

/** The first tab stop: skips the header. */
const SkipLink = () => (
  <a className="unseen skip" href="#content">
    {useText()("skip.content")}
  </a>
);

interface RootProps {
  app: BaseApp;
  SignedOut: ComponentType;
  /** The page for a signed-in person. */
  SignedIn: ComponentType;
  /** Called when the event handlers of the page are attached. */
  onReady?: () => void;
}

/** The whole page. */
export const Root = ({ app, SignedOut, SignedIn, onReady }: RootProps) => {
  const { intl } = useSnapshot(app.language.state);
  const { authenticated } = useSnapshot(app.session.state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only after the first render
  useLayoutEffect(() => onReady?.(), []);
  return (
    <AppContext.Provider value={app}>
      <RawIntlProvider value={intl as never}>
        <SkipLink />
        <AlertList />
        {authenticated || !NEEDS_SESSION ? <SignedIn /> : <SignedOut />}
      </RawIntlProvider>
    </AppContext.Provider>
  );
};
