import { window } from "@neutralinojs/lib";

export interface AppWindow {
  /** Shows the window, which is hidden at the start. Nothing happens when it is shown already. */
  show(): Promise<void>;
}

/**
 * GTK forgets place and size of a hidden window: it would be seen where the window manager likes, and
 * as small as it may be until the page has drawn itself. So it is told its place again, and may not be
 * smaller than it is while it appears.
 */
const showInGtk = async (): Promise<void> => {
  if (await window.isVisible()) return;
  const { x = 0, y = 0 } = await window.getPosition();
  await window.move(x, y);
  const { width = -1, height = -1, minWidth = -1, minHeight = -1 } = await window.getSize();
  await window.setSize({ minWidth: width, minHeight: height });
  await window.show();
  await window.setSize({ minWidth, minHeight });
};

/**
 * The window that the page lies in. Its calls go nowhere where the runtime has no window, as in its
 * browser mode, and a call that fails has nothing that could be done about it.
 */
export const createAppWindow = (): AppWindow => ({
  async show() {
    try {
      if (globalThis.window.NL_OS === "Linux") await showInGtk();
      else await window.show();
    } catch {}
  },
});
