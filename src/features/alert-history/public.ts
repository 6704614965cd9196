import { createChunk, lazyChunk } from "../../app-context/chunk.ts";

/** The dialog with the messages that have been shown since the person came. */
export const AlertHistoryDialog = lazyChunk(
  createChunk(() => import(/* webpackChunkName: "inside" */ "./alert-history-dialog.tsx")),
);
