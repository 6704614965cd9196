import { createHtmlChunk } from "../../app-context/chunk.ts";
import { createFeature } from "../../app-context/feature.ts";
import { ASSIGNMENTS } from "../../app-context/links.ts";
import type { getAssignments } from "../../contract/assignments.ts";

export const assignments = createFeature({
  path: ASSIGNMENTS,
  title: "assignments.title",
  load: createHtmlChunk(() => import(/* webpackChunkName: "talk" */ "./assignments-screen.tsx")),
  prefetchData: (app) =>
    app.transport.prefetch<typeof getAssignments>({ path: "/user/assignments" }),
});
