import { createChunk, lazyChunk } from "../../../app-context/chunk.ts";
import { LoadingScreen } from "../../../app-context/loading-screen.tsx";
import { staffTextMessages } from "../../../i18n/messages/staff-text.ts";

/** Lessons of Word documents, web pages and pictures; with the code that reads what is pasted. */
export const LessonFilesScreen = lazyChunk(
  createChunk(
    () => import(/* webpackChunkName: "staff-paste" */ "./lesson-files-screen.tsx"),
    staffTextMessages,
  ),
  LoadingScreen,
);
