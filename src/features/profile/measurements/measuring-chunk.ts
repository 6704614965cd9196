import { createChunk, lazyChunk } from "../../../app-context/chunk.ts";

/** The work on single measures. */
export const Measuring = lazyChunk(
  createChunk(() => import(/* webpackChunkName: "own-data" */ "./measuring.tsx")),
);
