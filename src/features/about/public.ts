import { createChunk, lazyChunk } from "../../app-context/chunk.ts";
import { desktopMessages } from "../../i18n/messages/desktop.ts";

/** The About dialog: version, hardware and licence. */
export const AboutDialog = lazyChunk(
  createChunk(() => import(/* webpackChunkName: "about" */ "./about-dialog.tsx"), desktopMessages),
);
