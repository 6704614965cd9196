import { useCallback } from "react";
import { RawIntlProvider } from "react-intl";
import { useSnapshot } from "valtio";
import { AppContext } from "../../app-context/app-context.ts";
import { ClosedWindow } from "../../features/shell/closed-window.tsx";
import { WindowTools } from "../../features/window/public.ts";
import type { Zoom } from "../../features/window/zoom.ts";
import { closedMessages, type WindowClosed } from "../../offline/failure-messages.ts";
import { Root } from "../root.tsx";
import { SignedIn } from "../signed-in.tsx";
import type { DesktopBuild } from "./desktop-build.ts";
import { DesktopSignedOut } from "./desktop-signed-out.tsx";

export interface DesktopWindowProps {
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
