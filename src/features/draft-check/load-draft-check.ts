import { createChunk } from "../../app-context/chunk.ts";
import { patternsMessages } from "../../i18n/messages/patterns.ts";
import { DraftCheck } from "./draft-check.tsx";
import { DraftFileView } from "./draft-file-view.tsx";

/* Here and not where they are used: the addresses of the texts come with this code. */

export const loadDraftCheck = createChunk(async () => ({ default: DraftCheck }), patternsMessages);

export const loadDraftFileView = createChunk(
  async () => ({ default: DraftFileView }),
  patternsMessages,
);
