import { createChunk, lazyChunk } from "../../app-context/chunk.ts";
import { LoadingScreen } from "../../app-context/loading-screen.tsx";
import { desktopMessages } from "../../i18n/messages/desktop.ts";

export const Activation = lazyChunk(
  createChunk(
    () => import(/* webpackChunkName: "activation" */ "./activation-screen.tsx"),
    desktopMessages,
  ),
  LoadingScreen,
);

/** Says above every screen that the licence ends soon, and renews it. */
export const LicenceExpiry = lazyChunk(
  createChunk(
    () => import(/* webpackChunkName: "desktop" */ "./licence-expiry.tsx"),
    desktopMessages,
  ),
);
