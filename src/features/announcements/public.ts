import { lazyComponent } from "../../ui/lazy-component.tsx";

/** Resolves when the first screen has loaded and the browser is idle. */
const whenIdle = () =>
  new Promise<unknown>((resolve) => {
    setTimeout(() => {
      // Safari has no requestIdleCallback.
      if ("requestIdleCallback" in globalThis) requestIdleCallback(resolve, { timeout: 5000 });
      else resolve(null);
    }, 2000);
  });

/**
 * The school's announcements. Nothing waits for them, and nothing is shown if they fail to load.
 */
export const Announcements = lazyComponent(async () => {
  await whenIdle();
  return import(/* webpackChunkName: "announcements" */ "./announcement-list.tsx").catch(() => ({
    default: () => null,
  }));
});
