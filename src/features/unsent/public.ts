import type { BaseApp } from "../../app-context/app.ts";
import { useBaseApp } from "../../app-context/app-context.ts";
import { createHtmlChunk } from "../../app-context/chunk.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";

const load = createHtmlChunk(
  "notices",
  () => import(/* webpackChunkName: "notices" */ "./unsent-notice.tsx"),
  "inside",
);

/**
 * The study records that the school rejected. If the code fails to load, they are shown at the next
 * visit.
 */
export const UnsentNotice = lazyComponent(
  (_, app: BaseApp) => load(app).catch(() => ({ default: () => null })),
  undefined,
  useBaseApp,
);
