import { app, events } from "@neutralinojs/lib";

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
