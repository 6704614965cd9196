import { useCallback, useEffect, useState } from "react";
import { RawIntlProvider } from "react-intl";
import { useSnapshot } from "valtio";
import { AppContext, useBaseApp } from "../../app-context/app-context.ts";
import { useDesktop } from "../../app-context/use-desktop.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { AboutButton } from "../../features/about/about-button.tsx";
import { AboutDialog } from "../../features/about/public.ts";
import { Activation } from "../../features/activation/public.ts";
import { AuthorizationScreen } from "../../features/authorization/authorization-screen.tsx";
import { ClosedWindow } from "../../features/shell/closed-window.tsx";
import { OfflineIndicator } from "../../features/shell/offline-indicator.tsx";
import { WindowTools } from "../../features/window/public.ts";
import type { Zoom } from "../../features/window/zoom.ts";
import { useText } from "../../i18n/use-text.ts";
import { closedMessages, type WindowClosed } from "../../offline/failure-messages.ts";
import { Root } from "../root.tsx";
import { SignedIn } from "../signed-in.tsx";
import { SignedOutPage } from "../signed-out.tsx";
import type { DesktopBuild } from "./desktop-build.ts";

/** The activation of this machine, followed by the sign-in form if the build requires it. */
const DesktopSignedOut = ({ required }: Pick<DesktopBuild, "required">) => {
  const text = useText();
  const { organisation } = useBaseApp();
  const { status } = useSnapshot(useDesktop().licence.state);
  const [about, setAbout] = useState(false);
  const isSigningIn = required.login && (!required.activation || status === "active");
  // Says whether the school has accounts of its own, to people who have never signed in here, too.
  useEffect(() => {
    if (isSigningIn) void organisation.load(null);
  }, [isSigningIn, organisation]);
  useScreenTitle(text(isSigningIn ? "authorization.sign-in" : "activation.title"));
  const opener = <AboutButton onClick={() => setAbout(true)} />;
  return (
    <SignedOutPage statusIndicator={required.login ? <OfflineIndicator /> : null}>
      {isSigningIn ? <AuthorizationScreen more={opener} /> : <Activation more={opener} />}
      {about ? <AboutDialog onClose={() => setAbout(false)} /> : null}
    </SignedOutPage>
  );
};

interface DesktopWindowProps {
  build: DesktopBuild;
  /** Why the app cannot be used; null while it can. */
  closed: { why: WindowClosed | null };
  zoom: Zoom;
  /** Called when the event handlers of the page are attached. */
  onReady: () => void;
}

/** The app's window: signed out, signed in, or closed with a reason. */
export const DesktopWindow = ({ build, closed, zoom, onReady }: DesktopWindowProps) => {
  const { app, desktop, required, variant } = build;
  const { why } = useSnapshot(closed);
  const { intl } = useSnapshot(app.language.state);
  const { name } = useSnapshot(app.organisation.state);
  const OwnSignedOut = useCallback(() => <DesktopSignedOut required={required} />, [required]);
  const OwnSignedIn = useCallback(
    () => <SignedIn tabs={desktop.machine.tabs} variant={variant} />,
    [desktop, variant],
  );
  return (
    <>
      {why ? null : (
        <Root app={app} SignedOut={OwnSignedOut} SignedIn={OwnSignedIn} onReady={onReady} />
      )}
      <AppContext.Provider value={app}>
        <RawIntlProvider value={intl as never}>
          {why ? (
            <ClosedWindow
              {...closedMessages[why]}
              organisationName={name}
              onRetry={() => location.reload()}
            />
          ) : null}
          <WindowTools zoom={zoom} />
        </RawIntlProvider>
      </AppContext.Provider>
    </>
  );
};
