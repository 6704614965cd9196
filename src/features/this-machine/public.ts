import { createChunk, lazyChunk } from "../../app-context/chunk.ts";

/** Says above every screen how the files come in. */
export const SyncNotice = lazyChunk(
  createChunk(
    "this-machine",
    () => import(/* webpackChunkName: "this-machine" */ "./sync-notice.tsx"),
  ),
);
