import {
  attachmentMessages,
  collectFailureMessages,
} from "../../core/failure-messages/attachment.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import type { HandInFailure } from "./assignment-hand-in.ts";
import type { FileFailure } from "./fetched-files.ts";
import type { AssignmentsFailure } from "./shared-lists.ts";

/** The messages for assignments that could not be loaded. */
export const assignmentsMessages = {
  "not-fetched": "assignment-failure.not-fetched",
  "invalid-content": "assignment-failure.invalid-content",
} as const satisfies Record<AssignmentsFailure["kind"], MessageId>;

/** Why a hand-in failed; null if the file list says it. */
export const handInMessages = {
  ...attachmentMessages,
  ...collectFailureMessages,
  "no-connection": "assignment-failure.upload",
  "no-room": "assignment-failure.no-room",
  "storage-used": "attachments.storage-used",
  "limit-reached": "attachments.limit-reached",
  "too-fast": "attachments.too-fast",
  accepted: "assignment-failure.accepted",
  closed: "assignment-failure.closed",
} as const satisfies Record<HandInFailure["kind"], MessageId | null>;

/** Why the instructions could not be loaded. */
export const instructionsMessages = {
  "not-found": "assignment-failure.instructions-not-found",
  "not-fetched": "assignment-failure.instructions",
} as const satisfies Record<FileFailure["kind"], MessageId>;
