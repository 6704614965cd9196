import type { App } from "../../app-context/app.ts";
import { createChunk } from "../../app-context/chunk.ts";
import { useApp } from "../../app-context/use-app.ts";
import { insideMessages } from "../../i18n/messages/inside.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";

const load = createChunk(
  () => import(/* webpackChunkName: "inside" */ "./phone-bar.tsx"),
  insideMessages,
);

/** What the first screen needs comes before it. */
const loadLater = async (app: App) => {
  await app.courses.settled();
  return load(app);
};

/**
 * The bar at the bottom of a narrow screen. If it cannot be loaded there is none: the menus of the
 * header lead to the same pages.
 */
export const PhoneBar = lazyComponent(
  (_: object, app: App) => loadLater(app).catch(() => ({ default: () => null })),
  undefined,
  useApp,
);
