import { createHtmlChunk } from "../../app-context/chunk.ts";
import { createFeature } from "../../app-context/feature.ts";
import type { getInstructions } from "../../contract/reference.ts";

export const howToStudy = createFeature({
  path: "/how-to-study",
  title: "how-to-study.title",
  load: createHtmlChunk(() => import(/* webpackChunkName: "study" */ "./how-to-study-screen.tsx")),
  prefetchData: (app) =>
    app.transport.prefetch<typeof getInstructions>({ path: "/menu/instructions" }),
});
