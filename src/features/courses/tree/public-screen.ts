import { createChunk, lazyChunk } from "../../../app-context/chunk.ts";
import { LoadingScreen } from "../../../app-context/loading-screen.tsx";
import { treeMessages } from "../../../i18n/messages/tree.ts";

/** The tree of courses and lessons. It has a chunk of its own, which is fetched when it is shown. */
export const TreeScreen = lazyChunk(
  createChunk(() => import(/* webpackChunkName: "staff-tree" */ "./tree-screen.tsx"), treeMessages),
  LoadingScreen,
);
