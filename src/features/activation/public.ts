import { createChunk, lazyChunk } from "../../app-context/chunk.ts";
import { LoadingScreen } from "../../app-context/loading-screen.tsx";

/** The activation wizard. */
export const Activation = lazyChunk(
  createChunk(
    "activation",
    () => import(/* webpackChunkName: "activation" */ "./activation-screen.tsx"),
    "desktop",
  ),
  LoadingScreen,
);

/** Says above every screen that the licence ends soon, and renews it. */
export const LicenceExpiry = lazyChunk(
  createChunk(
    "desktop",
    () => import(/* webpackChunkName: "desktop" */ "./licence-expiry.tsx"),
    "desktop",
  ),
);
