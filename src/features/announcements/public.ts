import { lazily } from "../../ui/lazily.tsx";

/** Resolves when the first screen has had its time, and the browser is idle. */
const whenIdle = () =>
  new Promise<unknown>((resolve) => {
    setTimeout(() => {
      // Safari has no requestIdleCallback.
      if ("requestIdleCallback" in globalThis) requestIdleCallback(resolve, { timeout: 5000 });
      else resolve(null);
    }, 2000);
  });

/** What the school announces. Nothing waits for it, and nothing is shown when it does not arrive. */
export const Announcements = lazily(async () => {
  await whenIdle();
  return import(/* webpackChunkName: "announcements" */ "./announcement-list.tsx").catch(() => ({
    default: () => null,
  }));
});
