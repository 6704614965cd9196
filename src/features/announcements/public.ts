import type { App } from "../../app-context/app.ts";
import { useApp } from "../../app-context/use-app.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { AnnouncementsSpace, space } from "./announcements-space.tsx";

/** Resolves when the first screen has loaded and the browser is idle. */
const whenIdle = () =>
  new Promise<unknown>((resolve) => {
    setTimeout(() => {
      // Safari has no requestIdleCallback.
      if ("requestIdleCallback" in globalThis) requestIdleCallback(resolve, { timeout: 5000 });
      else resolve(null);
    }, 2000);
  });

const loadCode = () => import(/* webpackChunkName: "inside" */ "./announcement-list.tsx");

const load = async (app: App) => {
  if (space.lastHeight(app) === 0) await whenIdle();
  return loadCode();
};

/**
 * The school's announcements. Nothing waits for them, and nothing is shown if they fail to load. Where
 * there were some at the last visit, their space is reserved and they come at once.
 */
export const Announcements = lazyComponent(
  (_: object, app: App) => load(app).catch(() => ({ default: () => null })),
  AnnouncementsSpace,
  useApp,
);
