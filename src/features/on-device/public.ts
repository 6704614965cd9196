import { createChunk, lazyChunk } from "../../app-context/chunk.ts";

/** Keeps a chapter of a course on this device. */
export const KeepChapter = lazyChunk(
  createChunk(
    "on-device",
    () => import(/* webpackChunkName: "on-device" */ "./keep-chapter.tsx"),
    "own-data",
  ),
);

/** Says above every screen but a lesson that there is a newer version of the app. */
export const NewerVersion = lazyChunk(
  createChunk(
    "on-device",
    () => import(/* webpackChunkName: "on-device" */ "./newer-version.tsx"),
    "own-data",
  ),
);
