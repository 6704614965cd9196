import { createChunk, lazyChunk } from "../../app-context/chunk.ts";

/** The latest changes of drafts, below what most look at first. */
export const DraftSteps = lazyChunk(
  createChunk(() => import(/* webpackChunkName: "staff-publish" */ "./draft-steps.tsx")),
);

/** What would change before something is published. */
export const PublishDialog = lazyChunk(
  createChunk(() => import(/* webpackChunkName: "staff-publish" */ "./publish-dialog.tsx")),
);
