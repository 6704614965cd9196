import type { MessageId } from "../../i18n/message-id.ts";
import type { AttachmentRefusal, CollectFailure } from "../attachments.ts";

/** The messages for a chosen file that cannot be sent. */
export const attachmentMessages = {
  "too-large": "attachments.too-large",
  "wrong-kind": "attachments.wrong-kind",
  heic: "attachments.heic",
  damaged: "attachments.damaged",
  empty: "attachments.empty",
  vanished: "attachments.vanished",
  "too-many": "attachments.too-many",
} as const satisfies Record<AttachmentRefusal["kind"], MessageId>;

/** The messages for files that cannot be sent; null: the messages of the files tell it. */
export const collectFailureMessages = {
  none: "attachments.none",
  unusable: null,
} as const satisfies Record<CollectFailure["kind"], MessageId | null>;
