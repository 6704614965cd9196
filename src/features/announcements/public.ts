import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Place, usePlace } from "./place.tsx";

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
 * The school's announcements. Nothing waits for them, and nothing is shown if they fail to load. Where
 * there were some at the last visit, their place is kept and they come at once.
 */
export const Announcements = lazyComponent(
  async (_: object, { isTaken }: ReturnType<typeof usePlace>) => {
    if (!isTaken) await whenIdle();
    return import(/* webpackChunkName: "announcements" */ "./announcement-list.tsx").catch(() => ({
      default: () => null,
    }));
  },
  Place,
  usePlace,
);
