import { createChunk, lazyChunk } from "../../app-context/chunk.ts";
import { desktopMessages } from "../../i18n/messages/desktop.ts";

/** The tools that a browser offers: zoom, find in page, context menu, full screen, printing. */
export const WindowTools = lazyChunk(
  createChunk(
    () => import(/* webpackChunkName: "desktop" */ "./window-tools.tsx"),
    desktopMessages,
  ),
);
