import type { MessageId } from "../../i18n/message-id.ts";
import type { DocumentFailure } from "../../ui/open-document.ts";
import type { Full } from "./drawing-limits.ts";

/** Why a file cannot be marked, for people. */
export const documentFailureMessages = {
  "other-kind": "marking.failure-other-kind",
  "only-in-browser": "marking.failure-only-in-browser",
  "not-loaded": "marking.failure-not-loaded",
  damaged: "marking.failure-damaged",
  locked: "marking.failure-locked",
} as const satisfies Record<DocumentFailure["kind"], MessageId>;

/** What a drawing has no more room for, for people. */
export const fullMessages = {
  shapes: "marking.full-shapes",
  strokes: "marking.full-strokes",
  text: "marking.full-text",
  pages: "marking.full-pages",
} as const satisfies Record<Full, MessageId>;
