import { createChunk } from "../../app-context/chunk.ts";
import { createFeature } from "../../app-context/feature.ts";
import { CONTENT_IMPORT } from "../../app-context/links.ts";
import { desktopMessages } from "../../i18n/messages/desktop.ts";

export const contentImport = createFeature({
  path: CONTENT_IMPORT,
  title: "content-import.title",
  load: createChunk(
    () => import(/* webpackChunkName: "content-import" */ "./content-import-screen.tsx"),
    desktopMessages,
  ),
});
