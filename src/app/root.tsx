import { type ComponentType, useLayoutEffect } from "react";
import { RawIntlProvider } from "react-intl";
import { useSnapshot } from "valtio";
import type { BaseApp } from "../app-context/app.ts";
import { AppContext } from "../app-context/app-context.ts";
import { AlertList } from "../features/shell/alert-list.tsx";
import { useText } from "../i18n/use-text.ts";

/** The first tab stop: skips the header. */
const SkipLink = () => (
  <a className="unseen skip" href="#content">
    {useText()("skip.content")}
  </a>
);

interface RootProps {
  app: BaseApp;
  /** What the build asks for before the app opens. A session begins once it is there. */
  required: { readonly login: boolean; readonly activation: boolean };
  SignedOut: ComponentType;
  /** The page for a signed-in person. */
  SignedIn: ComponentType;
  /** Called when the event handlers of the page are attached. */
  onReady?: () => void;
}

/** The whole page. */
export const Root = ({ app, required, SignedOut, SignedIn, onReady }: RootProps) => {
  const { intl } = useSnapshot(app.language.state);
  const { authenticated } = useSnapshot(app.session.state);
  const isOpen = authenticated || !(required.login || required.activation);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only after the first render
  useLayoutEffect(() => onReady?.(), []);
  return (
    <AppContext.Provider value={app}>
      <RawIntlProvider value={intl as never}>
        <SkipLink />
        <AlertList />
        {isOpen ? <SignedIn /> : <SignedOut />}
      </RawIntlProvider>
    </AppContext.Provider>
  );
};
