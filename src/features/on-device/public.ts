import { createChunk, lazyChunk } from "../../app-context/chunk.ts";

export const KeepChapter = lazyChunk(
  createChunk(() => import(/* webpackChunkName: "on-device" */ "./keep-chapter.tsx")),
);

/** Says above every screen but a lesson that there is a newer version of the app. */
export const NewerVersion = lazyChunk(
  createChunk(() => import(/* webpackChunkName: "on-device" */ "./newer-version.tsx")),
);
