import { createChunk, lazyChunk } from "../../app-context/chunk.ts";

/** Shows the progress of the sync above every screen. */
export const SyncNotice = lazyChunk(
  createChunk(
    "this-machine",
    () => import(/* webpackChunkName: "this-machine" */ "./sync-notice.tsx"),
    "desktop",
  ),
);
