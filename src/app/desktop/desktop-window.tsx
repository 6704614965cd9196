import { useCallback } from "react";
import { RawIntlProvider } from "react-intl";
import { useSnapshot } from "valtio";
import { ClosedWindow } from "../../features/shell/closed-window.tsx";
import type { Zoom } from "../../features/window/zoom.ts";
import { closedMessages, type WindowClosed } from "../../offline/failure-messages.ts";
import { lazily } from "../../ui/lazily.tsx";
import type { App } from "../create-app.ts";
import { Inside } from "../inside.tsx";
import { Root } from "../root.tsx";
import { plainPart } from "../screens/part.ts";
import { DesktopOutside } from "./desktop-outside.tsx";
import type { DesktopParts, DesktopWays } from "./desktop-parts.ts";
import type { ToolsProps } from "./window-tools.tsx";

const Tools = lazily<ToolsProps>(
  plainPart("desktop", () => import(/* webpackChunkName: "desktop" */ "./window-tools.tsx")),
);

export interface DesktopWindowProps {
  app: App;
  parts: DesktopParts;
  ways: DesktopWays;
  /** Why nothing can be done here; null while everything can. */
  closed: { why: WindowClosed | null };
  zoom: Zoom;
  /** Told once the page has its handlers. */
  onReady: () => void;
}

/** The app's window: the way in, what is behind it, or why neither is to be had. */
export const DesktopWindow = ({ app, parts, ways, closed, zoom, onReady }: DesktopWindowProps) => {
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
  return (
    <>
      {why ? null : <Root app={app} Outside={Outside} Inside={Within} onReady={onReady} />}
      <RawIntlProvider value={intl as never}>
        {why ? (
          <ClosedWindow
            {...closedMessages[why]}
            organisationName={name}
            onRetry={() => location.reload()}
          />
        ) : null}
        <Tools app={app} parts={parts} zoom={zoom} />
      </RawIntlProvider>
    </>
  );
};
