import { lazyChunk } from "../../../app-context/chunk.ts";
import type { LessonDraftProps } from "./lesson-draft.tsx";

/** The numbers and figures of a lesson to the student's own measurements. Without its code the example stays. */
export const LessonDraft = lazyChunk<LessonDraftProps>((app) =>
  import(/* webpackChunkName: "patterns" */ "./lesson-draft.tsx")
    .then(({ loadTexts }) => loadTexts(app))
    .catch(() => ({ default: () => null })),
);
