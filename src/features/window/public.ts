import { createChunk, lazyChunk } from "../../app-context/chunk.ts";

/** What a browser has around its page: zoom, finding, a menu, the whole screen, printing. */
export const WindowTools = lazyChunk(
  createChunk("desktop", () => import(/* webpackChunkName: "desktop" */ "./window-tools.tsx")),
);
