import type { BaseApp } from "../../app-context/app.ts";
import { useBaseApp } from "../../app-context/app-context.ts";
import { createHtmlChunk } from "../../app-context/chunk.ts";
import { lazily } from "../../ui/lazily.tsx";

const load = createHtmlChunk(
  "unsent",
  () => import(/* webpackChunkName: "unsent" */ "./unsent-notice.tsx"),
);

/** What the school has refused. Where its code does not arrive, it is shown at the next visit. */
export const UnsentNotice = lazily(
  (_, app: BaseApp) => load(app).catch(() => ({ default: () => null })),
  undefined,
  useBaseApp,
);
