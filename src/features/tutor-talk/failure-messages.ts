import type { MessageId } from "../../i18n/message-id.ts";
import type { MessageDraftFailure } from "./message-drafts.ts";
import type { ConversationsFailure } from "./messages.ts";

/** The messages for conversations that could not be loaded. */
export const conversationsFailureMessages = {
  "no-connection": "tutor-talk-failure.conversations",
  "invalid-content": "tutor-talk-failure.invalid-content",
} as const satisfies Record<ConversationsFailure["kind"], MessageId>;

/** Why a message was not sent; null if the file list says it. */
export const messageFailureMessages = {
  "no-connection": "tutor-talk-failure.send",
  "too-large": "attachments.too-large",
  "wrong-kind": "attachments.wrong-kind",
  heic: "attachments.heic",
  damaged: "attachments.damaged",
  "no-room": "tutor-talk-failure.no-room",
  "storage-used": "attachments.storage-used",
  "limit-reached": "attachments.limit-reached",
  "too-fast": "attachments.too-fast",
  refused: "tutor-talk-failure.refused",
  none: "attachments.none",
  unusable: null,
} as const satisfies Record<MessageDraftFailure["kind"], MessageId | null>;
