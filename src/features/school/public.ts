import { createChunk, lazyChunk } from "../../app-context/chunk.ts";
import { LoadingScreen } from "../../app-context/loading-screen.tsx";
import { schoolMessages } from "../../i18n/messages/school.ts";

/** The settings, brand, serial numbers and state of the school, for administrators. */
export const SchoolScreen = lazyChunk(
  createChunk(
    () => import(/* webpackChunkName: "staff-school" */ "./school-screen.tsx"),
    schoolMessages,
  ),
  LoadingScreen,
);
