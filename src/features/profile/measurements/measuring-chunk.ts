import { createChunk, lazyChunk } from "../../../app-context/chunk.ts";

/** The work on single measures. */
export const Measuring = lazyChunk(
  createChunk(
    "measuring",
    () => import(/* webpackChunkName: "measuring" */ "./measuring.tsx"),
    "own-data",
  ),
);
