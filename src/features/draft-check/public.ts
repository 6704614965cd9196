import { lazyChunk } from "../../app-context/chunk.ts";
import type { DraftCheckProps } from "./draft-check.tsx";
import type { DraftFileViewProps } from "./draft-file-view.tsx";

const load = () => import(/* webpackChunkName: "patterns" */ "./load-draft-check.ts");

/** What a student has measured on paper, compared with the draft to the student's measures. */
export const DraftCheck = lazyChunk<DraftCheckProps>(async (app) =>
  (await load()).loadDraftCheck(app),
);

export const DraftFileView = lazyChunk<DraftFileViewProps>(async (app) =>
  (await load()).loadDraftFileView(app),
);
