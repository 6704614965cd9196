import { clipboard, window } from "@neutralinojs/lib";
import type { AppWindow } from "../ports.ts";
import type { RuntimeSocket } from "./runtime-socket.ts";
import type { WindowSize } from "./window-size.ts";

/**
 * Shows a window in GTK. GTK forgets the position of a hidden window, and may use its first, minimal
 * size as its own. So position and size are set again, and the size is the minimum while the window
 * appears.
 * @param wanted absent: the size that GTK reports, which is right for a window that was visible before
 */
const showInGtk = async (socket: RuntimeSocket, wanted?: WindowSize | null): Promise<void> => {
  if (await window.isVisible()) return;
  const { x = 0, y = 0 } = await window.getPosition();
  await window.move(x, y);
  const told = await window.getSize();
  const { minWidth = -1, minHeight = -1 } = told;
  const { width = -1, height = -1 } = wanted ?? told;
  // The library's own call reads the size first and sets it again, while the window may still grow.
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

/** Shows the window without setting its size, for when the start has failed. */
export const showWindow = (): Promise<void> => window.show().catch(() => undefined);

/**
 * Creates the window that the page runs in. In the runtime's browser mode there is no window: calls
 * have no effect there. Failed calls are ignored, as nothing could be done about them.
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
    async bringToFront() {
      try {
        if (await window.isMinimized()) {
          await window.unminimize();
          if (globalThis.window.NL_OS === "Linux") {
            // A window manager may refuse to raise a window without user input, but it shows a new one.
            await window.hide();
            await showInGtk(socket);
          }
        }
        await window.focus();
      } catch {}
    },
    toggleFullScreen() {
      // One at a time: a second press must see the effect of the first.
      toggled = toggled.then(toggle).catch(() => undefined);
      return toggled;
    },
    setTitle(title) {
      // A runtime that was installed with an earlier version does not allow it.
      window.setTitle(title).catch(() => undefined);
    },
    readClipboard: () =>
      clipboard.readText().then(
        (text) => text ?? "",
        () => "",
      ),
  };
};
