import { createChunk, lazyChunk } from "../../app-context/chunk.ts";

/** The tools that a browser offers: zoom, find in page, context menu, full screen, printing. */
export const WindowTools = lazyChunk(
  createChunk(
    "desktop",
    () => import(/* webpackChunkName: "desktop" */ "./window-tools.tsx"),
    "desktop",
  ),
);
