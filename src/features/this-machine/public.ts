import { createChunk, lazyChunk } from "../../app-context/chunk.ts";
import { desktopMessages } from "../../i18n/messages/desktop.ts";

/** Shows the progress of the sync above every screen. */
export const SyncNotice = lazyChunk(
  createChunk(
    () => import(/* webpackChunkName: "this-machine" */ "./sync-notice.tsx"),
    desktopMessages,
  ),
);
