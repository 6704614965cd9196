import { createHtmlChunk } from "../../app-context/chunk.ts";
import { createFeature } from "../../app-context/feature.ts";
import type { getGlossary } from "../../contract/reference.ts";

export const glossary = createFeature({
  path: "/glossary",
  title: "glossary.title",
  load: createHtmlChunk(() => import(/* webpackChunkName: "study" */ "./glossary-screen.tsx")),
  prefetchData: (app) => app.transport.prefetch<typeof getGlossary>({ path: "/menu/glossary" }),
});
