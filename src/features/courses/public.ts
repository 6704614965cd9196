import { createChunk, lazyChunk } from "../../app-context/chunk.ts";
import { LoadingScreen } from "../../app-context/loading-screen.tsx";
import { schoolMessages } from "../../i18n/messages/school.ts";
import { ContentScreen as Content } from "./content-screen.tsx";
import { useLanguageName as languageName } from "./content-words.tsx";
import { EntriesScreen as Entries } from "./editor/entries-screen.tsx";
import { TextScreen as EditedText } from "./editor/text-screen.tsx";
import { LessonFilesScreen as LessonFiles } from "./lesson-files/chunk.ts";
import { sendFile as send } from "./send-file.ts";
import { TreeScreen as Tree } from "./tree/public-screen.ts";

/** The content of the school with its draft, the tree of its lessons, the lists of what else can be edited, and the editor of a text. */
export const ContentScreen = Content;
export const EntriesScreen = Entries;
export const LessonFilesScreen = LessonFiles;
export const TextScreen = EditedText;
export const TreeScreen = Tree;

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
