import { createChunk, lazyChunk } from "../../app-context/chunk.ts";

/** The About dialog: version, hardware and licence. */
export const AboutDialog = lazyChunk(
  createChunk(
    "about",
    () => import(/* webpackChunkName: "about" */ "./about-dialog.tsx"),
    "desktop",
  ),
);
