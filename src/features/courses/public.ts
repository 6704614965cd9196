import { createChunk, lazyChunk } from "../../app-context/chunk.ts";
import { LoadingScreen } from "../../app-context/loading-screen.tsx";
import { schoolMessages } from "../../i18n/messages/school.ts";
import { staffTextMessages } from "../../i18n/messages/staff-text.ts";
import { treeMessages } from "../../i18n/messages/tree.ts";
import { ContentScreen as Content } from "./content-screen.tsx";
import { useLanguageName as languageName } from "./content-words.tsx";
import { EntriesScreen as Entries } from "./editor/entries-screen.tsx";
import { sendFile as send } from "./send-file.ts";

/** The content of the school with its draft, and the lists of what can be edited besides courses. */
export const ContentScreen = Content;
export const EntriesScreen = Entries;

/** The tree of courses and lessons. */
export const TreeScreen = lazyChunk(
  createChunk(
    () => import(/* webpackChunkName: "staff-tree" */ "./tree/tree-screen.tsx"),
    treeMessages,
  ),
  LoadingScreen,
);

/** Edits the text that the address names. */
export const TextScreen = lazyChunk(
  async (app) =>
    (
      await import(/* webpackChunkName: "staff-text" */ "./editor/load-text-screen.ts")
    ).loadTextScreen(app),
  LoadingScreen,
);

/** Lessons of Word documents, web pages and pictures; with the code that reads what is pasted. */
export const LessonFilesScreen = lazyChunk(
  createChunk(
    () => import(/* webpackChunkName: "staff-paste" */ "./lesson-files/lesson-files-screen.tsx"),
    staffTextMessages,
  ),
  LoadingScreen,
);

/** The form of the page that a course shows to everybody. */
export const PublicPageScreen = lazyChunk(
  createChunk(
    () => import(/* webpackChunkName: "staff-school" */ "./public-page/public-page-screen.tsx"),
    schoolMessages,
  ),
  LoadingScreen,
);

export const useLanguageName = languageName;

/** Sends the bytes of one file, unless the school has them. */
export const sendFile = send;
