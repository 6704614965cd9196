import { createHtmlChunk } from "../../app-context/chunk.ts";
import { createFeature } from "../../app-context/feature.ts";
import type { getFaqs } from "../../contract/reference.ts";

export const faq = createFeature({
  path: "/faq",
  title: "faq.title",
  load: createHtmlChunk(() => import(/* webpackChunkName: "study" */ "./faq-screen.tsx")),
  prefetchData: (app) => app.transport.prefetch<typeof getFaqs>({ path: "/menu/faqs" }),
});
