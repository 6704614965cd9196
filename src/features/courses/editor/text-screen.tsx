import { lazyChunk } from "../../../app-context/chunk.ts";
import { LoadingScreen } from "../../../app-context/loading-screen.tsx";

/** Edits the text that the address names. */
export const TextScreen = lazyChunk(
  async (app) =>
    (await import(/* webpackChunkName: "staff-text" */ "./load-text-screen.ts")).loadTextScreen(
      app,
    ),
  LoadingScreen,
);
