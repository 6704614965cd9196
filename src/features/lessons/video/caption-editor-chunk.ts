import { createHtmlChunk, lazyChunk } from "../../../app-context/chunk.ts";
import { toolsMessages } from "../../../i18n/messages/tools.ts";

export const loadCaptionEditor = createHtmlChunk(
  () => import(/* webpackChunkName: "captions" */ "./caption-editor.tsx"),
  toolsMessages,
);

/** The captions of a video, for tutors to write. */
export const CaptionEditor = lazyChunk(loadCaptionEditor);
