import { clipboard, window } from "@neutralinojs/lib";
import type { AppWindow } from "../ports.ts";
import type { RuntimeSocket } from "./runtime-socket.ts";
import type { WindowSize } from "./window-size.ts";

/**
 * GTK forgets the place of a hidden window, and may take the size of its first appearance for its own:
 * it would be seen where the window manager likes, and as small as it may be. So it is told both
 * again, and may not be smaller while it appears.
 * @param wanted absent: what GTK says, which is to be trusted of a window that was seen before
 */
const showInGtk = async (socket: RuntimeSocket, wanted?: WindowSize | null): Promise<void> => {
  if (await window.isVisible()) return;
  const { x = 0, y = 0 } = await window.getPosition();
  await window.move(x, y);
  const told = await window.getSize();
  const { minWidth = -1, minHeight = -1 } = told;
  const { width = -1, height = -1 } = wanted ?? told;
  // Not by the library, which asks for the size first and sets it again: it may still be growing.
  const resize = (size: WindowSize, least: WindowSize) =>
    socket.call("window.setSize", {
      ...size,
      minWidth: least.width,
      minHeight: least.height,
      resizable: true,
    });
  const own = wanted ?? { width: -1, height: -1 };
  await resize(own, { width, height });
  await window.show();
  await resize(own, { width: minWidth, height: minHeight });
};

/** Shows a window of which no more is known than that it is there. */
export const showWindow = (): Promise<void> => window.show().catch(() => undefined);

/**
 * The window that the page lies in. Its calls go nowhere where the runtime has no window, as in its
 * browser mode, and a call that fails has nothing that could be done about it.
 */
export const createAppWindow = (socket: RuntimeSocket): AppWindow => {
  let toggled: Promise<void> = Promise.resolve();
  const toggle = async (): Promise<void> => {
    if (await window.isFullScreen()) await window.exitFullScreen();
    else await window.setFullScreen();
  };
  return {
    isMac: globalThis.window.NL_OS === "Darwin",
    async show(size) {
      try {
        if (globalThis.window.NL_OS === "Linux") await showInGtk(socket, size);
        else await window.show();
      } catch {
        await showWindow();
      }
    },
    async toFront() {
      try {
        if (await window.isMinimized()) {
          await window.unminimize();
          if (globalThis.window.NL_OS === "Linux") {
            // A window manager may refuse to bring back what nobody touched; a window that is new it shows.
            await window.hide();
            await showInGtk(socket);
          }
        }
        await window.focus();
      } catch {}
    },
    toggleFullScreen() {
      // One at a time: a second press would else ask before the first has taken effect.
      toggled = toggled.then(toggle).catch(() => undefined);
      return toggled;
    },
    readClipboard: () =>
      clipboard.readText().then(
        (text) => text ?? "",
        () => "",
      ),
  };
};
