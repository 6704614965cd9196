import { app, events } from "@neutralinojs/lib";

/** So long is waited for what has to be done first: a window that does not close is worse. */
const MAX_WAIT_MS = 3000;

/**
 * Ends the app when its window is to be closed, which the window's configuration leaves to the page.
 * To be called before anything can fail, so that the window of an app that did not start closes too.
 * @returns takes what is to be done first
 */
export const endWithWindow = (): ((first: () => Promise<void>) => void) => {
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
