import type { MessageId } from "../../i18n/message-id.ts";
import type { AttachmentRefusal, CollectFailure } from "../attachments.ts";
import type { FailureTable } from "../match-failure.ts";

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
export const uploadMessages = {
  none: "attachments.none",
  unusable: null,
  "attachment/damaged": "attachments.damaged",
  "attachment/empty": "attachments.empty",
  "attachment/heic": "attachments.heic",
  "attachment/too_many": "attachments.too-many",
  "account/limit_reached": "attachments.limit-reached",
  "account/storage_full": "attachments.storage-used",
  413: "attachments.too-large",
  415: "attachments.wrong-kind",
  429: "attachments.too-fast",
} as const satisfies Omit<FailureTable<CollectFailure["kind"], MessageId | null>, "else">;
