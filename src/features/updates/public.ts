import { createChunk, lazyChunk } from "../../app-context/chunk.ts";

/** Says above every screen that there is a new version. */
export const UpdateNotice = lazyChunk(
  createChunk(
    "this-machine",
    () => import(/* webpackChunkName: "this-machine" */ "./update-notice.tsx"),
    "desktop",
  ),
);

/** The version of the app, and the actions for a newer one. */
export const UpdatePanel = lazyChunk(
  createChunk(
    "this-machine",
    () => import(/* webpackChunkName: "this-machine" */ "./update-panel.tsx"),
    "desktop",
  ),
);
