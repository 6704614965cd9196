import { createChunk, createHtmlChunk, lazyChunk } from "../../app-context/chunk.ts";

/*
 * What a lesson or a course loads later. Each has a loader, for what has to be there before it is shown.
 */

/** The search across the lessons of a course. */
export const loadSearchDialog = createHtmlChunk(
  () => import(/* webpackChunkName: "study" */ "./search/search-dialog.tsx"),
);
export const SearchDialog = lazyChunk(loadSearchDialog);

/** The tools of a lesson: note, print and pattern sheet. */
export const loadLessonTool = createHtmlChunk(
  () => import(/* webpackChunkName: "study" */ "./tools/lesson-tool.tsx"),
);
export const LessonTool = lazyChunk(loadLessonTool);

/** Reads a lesson aloud. */
export const loadReader = createChunk(
  () => import(/* webpackChunkName: "study" */ "./read-aloud/reader.tsx"),
);
export const Reader = lazyChunk(loadReader);

/** A picture over the whole page. */
export const loadPictureZoom = createHtmlChunk(
  () => import(/* webpackChunkName: "study" */ "./zoom/picture-zoom.tsx"),
);
export const PictureZoom = lazyChunk(loadPictureZoom);

/** The video player with its captions. */
export const loadLessonVideo = createHtmlChunk(
  () => import(/* webpackChunkName: "study" */ "./video/lesson-video.tsx"),
);
export const LessonVideo = lazyChunk(loadLessonVideo);
