import { createHtmlChunk, lazyChunk } from "../../../app-context/chunk.ts";

/** Fetches the caption editor. */
export const loadCaptionEditor = createHtmlChunk(
  "captions",
  () => import(/* webpackChunkName: "captions" */ "./caption-editor.tsx"),
  "captions",
);

/** The captions of a video, for tutors to write. */
export const CaptionEditor = lazyChunk(loadCaptionEditor);
