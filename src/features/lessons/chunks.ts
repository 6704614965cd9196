import { createChunk, createHtmlChunk, lazyChunk } from "../../app-context/chunk.ts";

/** Fetches the search across the lessons of a course. */
export const loadSearchDialog = createHtmlChunk(
  () => import(/* webpackChunkName: "study" */ "./search/search-dialog.tsx"),
);

/** The search across the lessons of a course. */
export const SearchDialog = lazyChunk(loadSearchDialog);

/** Fetches the tools of a lesson: note, print and pattern sheet. */
export const loadLessonTool = createHtmlChunk(
  () => import(/* webpackChunkName: "study" */ "./tools/lesson-tool.tsx"),
);

export const LessonTool = lazyChunk(loadLessonTool);

/** Fetches the code that reads a lesson aloud. */
export const loadReader = createChunk(
  () => import(/* webpackChunkName: "study" */ "./read-aloud/reader.tsx"),
);

/** Reads a lesson aloud. */
export const Reader = lazyChunk(loadReader);

/** Fetches the enlarged view of a picture. */
export const loadPictureZoom = createHtmlChunk(
  () => import(/* webpackChunkName: "study" */ "./zoom/picture-zoom.tsx"),
);

/** A picture over the whole page. */
export const PictureZoom = lazyChunk(loadPictureZoom);

/** Fetches the video player with its captions. */
export const loadLessonVideo = createHtmlChunk(
  () => import(/* webpackChunkName: "study" */ "./video/lesson-video.tsx"),
);

export const LessonVideo = lazyChunk(loadLessonVideo);
