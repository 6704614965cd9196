import { createHtmlChunk, lazyChunk } from "../../app-context/chunk.ts";

/** Fetches the code of the dialog with a glossary entry. */
export const loadTermDialog = createHtmlChunk(
  () => import(/* webpackChunkName: "study" */ "./term-entry.tsx"),
);

/** A glossary entry in a dialog over the screen. */
export const TermDialog = lazyChunk(loadTermDialog);
