import { useSnapshot } from "valtio";
import WindowTools from "../../features/window/window-tools.tsx";
import type { Zoom } from "../../features/window/zoom.ts";
import type { App } from "../create-app.ts";
import type { DesktopParts } from "./desktop-parts.ts";

export interface ToolsProps {
  app: App;
  parts: DesktopParts;
  zoom: Zoom;
}

const Tools = ({ parts, zoom }: ToolsProps) => {
  const { isMac, toggleFullScreen, readClipboard } = parts.machine.window;
  const { open } = useSnapshot(parts.lookUp);
  return (
    <WindowTools
      zoom={zoom}
      isMac={isMac}
      toggleFullScreen={() => void toggleFullScreen()}
      readClipboard={readClipboard}
      lookUp={open}
    />
  );
};

export default Tools;
