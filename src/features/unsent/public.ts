import type { BaseApp } from "../../app-context/app.ts";
import { useBaseApp } from "../../app-context/app-context.ts";
import { createHtmlChunk } from "../../app-context/chunk.ts";
import { insideMessages } from "../../i18n/messages/inside.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";

const load = createHtmlChunk(
  () => import(/* webpackChunkName: "inside" */ "./unsent-notice.tsx"),
  insideMessages,
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
