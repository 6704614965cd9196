import { createHtmlChunk, lazyChunk } from "../../app-context/chunk.ts";

/** Fetches the code of the glossary entry that lies over a screen. */
export const loadTermDialog = createHtmlChunk(
  "reference",
  () => import(/* webpackChunkName: "reference" */ "./term-dialog.tsx"),
);

/** A glossary entry over the screen. */
export const TermDialog = lazyChunk(loadTermDialog);
