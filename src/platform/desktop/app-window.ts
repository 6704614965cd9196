import { app, clipboard, events, window } from "@neutralinojs/lib";
import * as v from "valibot";
import { parseJson } from "../../lib/parse-json.ts";
import type { AppWindow, ReadableFolder } from "../ports.ts";
import type { RuntimeSocket } from "./runtime-socket.ts";

/** Where the runtime stores the window's size between runs. */
const STATE_FILE = ".tmp/window_state.config.json";

const length = v.pipe(v.number(), v.minValue(1));
const savedState = v.object({ width: length, height: length, maximize: v.boolean() });

/** A window size in the system's pixels. */
interface WindowSize {
  readonly width: number;
  readonly height: number;
}

declare global {
  interface Window {
    /** The initial window size of the app's configuration. */
    NL_WIDTH?: number;
    NL_HEIGHT?: number;
  }
}

/**
 * The size that the runtime has created its window with: the stored one, else the configured one.
 * @param folder the app's own
 * @returns null if the window is maximized, or nothing is known
 */
export const initialWindowSize = async (
  folder: Pick<ReadableFolder, "read">,
): Promise<WindowSize | null> => {
  const bytes = await folder.read(STATE_FILE);
  const saved = bytes && parseJson(new TextDecoder().decode(bytes), savedState);
  if (saved?.maximize) return null;
  const { NL_WIDTH: width, NL_HEIGHT: height } = globalThis.window;
  if (saved) return { width: saved.width, height: saved.height };
  return width && height ? { width, height } : null;
};

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
  const reported = await window.getSize();
  const { minWidth = -1, minHeight = -1 } = reported;
  const { width = -1, height = -1 } = wanted ?? reported;
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

/** How long to wait for pending work. After that the window closes anyway. */
const MAX_WAIT_MS = 3000;

/**
 * Exits the app when its window is closed, which the configuration leaves to the page. Call it before
 * anything can fail, so that the window closes even if the start has failed.
 * @returns sets the work to finish before the exit
 */
export const exitOnWindowClose = (): ((first: () => Promise<void>) => void) => {
  let before = async (): Promise<void> => undefined;
  events.on("windowClose", async () => {
    const late = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
    await Promise.race([before().catch(() => undefined), late]);
    await app.exit();
  });
  return (first) => {
    before = first;
  };
};
