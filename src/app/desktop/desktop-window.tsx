import { useCallback } from "react";
import { RawIntlProvider } from "react-intl";
import { useSnapshot } from "valtio";
import { ClosedWindow } from "../../features/shell/closed-window.tsx";
import { closedMessages, type WindowClosed } from "../../i18n/failure-messages/desktop.ts";
import type { App } from "../create-app.ts";
import { Inside } from "../inside.tsx";
import { Root } from "../root.tsx";
import { DesktopOutside } from "./desktop-outside.tsx";
import type { DesktopParts, DesktopWays } from "./desktop-parts.ts";

export interface DesktopWindowProps {
  app: App;
  parts: DesktopParts;
  ways: DesktopWays;
  /** Why nothing can be done here; null while everything can. */
  closed: { why: WindowClosed | null };
  /** Told once the page has its handlers. */
  onReady: () => void;
}

/** The app's window: the way in, what is behind it, or why neither is to be had. */
export const DesktopWindow = ({ app, parts, ways, closed, onReady }: DesktopWindowProps) => {
  const { why } = useSnapshot(closed);
  const { intl } = useSnapshot(app.language.state);
  const { name } = useSnapshot(app.organisation.state);
  const Outside = useCallback(
    () => <DesktopOutside app={app} parts={parts} login={ways.login} />,
    [app, parts, ways],
  );
  const Within = useCallback(
    () => <Inside app={app} tabs={parts.machine.tabs} features={ways.features} />,
    [app, parts, ways],
  );
  if (!why) return <Root app={app} Outside={Outside} Inside={Within} onReady={onReady} />;
  return (
    <RawIntlProvider value={intl as never}>
      <ClosedWindow
        {...closedMessages[why]}
        organisationName={name}
        onRetry={() => location.reload()}
      />
    </RawIntlProvider>
  );
};
