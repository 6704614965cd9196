import type { MessageId } from "../../i18n/message-id.ts";
import type { AttachmentRefusal, UnreadyFailure } from "../attachments.ts";

/** Why a file that was chosen cannot be sent. */
export const attachmentMessages = {
  "too-large": "attachments.too-large",
  "wrong-kind": "attachments.wrong-kind",
  empty: "attachments.empty",
  vanished: "attachments.vanished",
  "too-many": "attachments.too-many",
} as const satisfies Record<AttachmentRefusal["kind"], MessageId>;

/** Why nothing can be sent yet; null: the files themselves say it. */
export const unreadyMessages = {
  none: "attachments.none",
  undecided: "attachments.undecided",
  vanished: null,
} as const satisfies Record<UnreadyFailure["kind"], MessageId | null>;
