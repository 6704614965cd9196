import type { App } from "../../app-context/app.ts";
import { createChunk } from "../../app-context/chunk.ts";
import { useApp } from "../../app-context/use-app.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { lastHeight, Place } from "./place.tsx";

/** Resolves when the first screen has loaded and the browser is idle. */
const whenIdle = () =>
  new Promise<unknown>((resolve) => {
    setTimeout(() => {
      // Safari has no requestIdleCallback.
      if ("requestIdleCallback" in globalThis) requestIdleCallback(resolve, { timeout: 5000 });
      else resolve(null);
    }, 2000);
  });

const loadCode = () => import(/* webpackChunkName: "notices" */ "./announcement-list.tsx");
/** With messages and styles, which are needed only where there are announcements. */
const loadAll = createChunk("notices", loadCode, "inside");

const load = async (app: App) => {
  if (lastHeight(app) === 0) {
    await whenIdle();
    return loadCode();
  }
  return loadAll(app);
};

/**
 * The school's announcements. Nothing waits for them, and nothing is shown if they fail to load. Where
 * there were some at the last visit, their place is kept and they come at once.
 */
export const Announcements = lazyComponent(
  (_: object, app: App) => load(app).catch(() => ({ default: () => null })),
  Place,
  useApp,
);
