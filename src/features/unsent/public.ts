import { createHtmlChunk, optionalChunk } from "../../app-context/chunk.ts";
import { insideMessages } from "../../i18n/messages/inside.ts";

/**
 * The study records that the school rejected. If the code fails to load, they are shown at the next
 * visit.
 */
export const UnsentNotice = optionalChunk(
  createHtmlChunk(
    () => import(/* webpackChunkName: "inside" */ "./unsent-notice.tsx"),
    insideMessages,
  ),
);
