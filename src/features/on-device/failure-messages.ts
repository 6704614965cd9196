import type { MessageId } from "../../i18n/message-id.ts";
import type { KeepFailure } from "../../kept/chapters.ts";

/** What is said when a chapter could not be kept. */
export const keepFailureMessages = {
  "no-connection": "keep-failure.no-connection",
  "no-room": "keep-failure.no-room",
  "not-there": "keep-failure.not-there",
  damaged: "keep-failure.damaged",
  forbidden: "keep-failure.forbidden",
} satisfies Record<KeepFailure["kind"], MessageId>;
