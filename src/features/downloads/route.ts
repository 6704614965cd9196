import { createHtmlChunk } from "../../app-context/chunk.ts";
import { createFeature } from "../../app-context/feature.ts";
import { DOWNLOADS, LICENCE_FILE } from "../../app-context/links.ts";
import type { getDownloads } from "../../contract/downloads.ts";
import { toolsMessages } from "../../i18n/messages/tools.ts";

/** The desktop app for each system. */
export const downloads = createFeature({
  path: DOWNLOADS,
  title: "downloads.title",
  note: "header.downloads-note",
  onlyForDownloaders: true,
  load: createHtmlChunk(
    () => import(/* webpackChunkName: "downloads" */ "./downloads-screen.tsx"),
    toolsMessages,
  ),
  prefetchData: (app) => app.transport.prefetch<typeof getDownloads>({ path: "/downloads" }),
});

/** Signs the licence requests of computers without a network. */
export const licenceFile = createFeature({
  path: LICENCE_FILE,
  title: "licence-file.heading",
  load: createHtmlChunk(
    () => import(/* webpackChunkName: "downloads" */ "./licence-file-screen.tsx"),
    toolsMessages,
  ),
});
