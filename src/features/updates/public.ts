import { createChunk, lazyChunk } from "../../app-context/chunk.ts";
import { desktopMessages } from "../../i18n/messages/desktop.ts";

/** Says above every screen that there is a new version. */
export const UpdateNotice = lazyChunk(
  createChunk(
    () => import(/* webpackChunkName: "this-machine" */ "./update-notice.tsx"),
    desktopMessages,
  ),
);

/** The version of the app, and the actions for a newer one. */
export const UpdatePanel = lazyChunk(
  createChunk(
    () => import(/* webpackChunkName: "this-machine" */ "./update-panel.tsx"),
    desktopMessages,
  ),
);
