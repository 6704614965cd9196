import { createChunk, lazyChunk } from "../../app-context/chunk.ts";

/** What the app is, on what it runs and with which licence, as a dialog. */
export const AboutDialog = lazyChunk(
  createChunk("about", () => import(/* webpackChunkName: "about" */ "./about-dialog.tsx")),
);
