import type { MessageId } from "../../i18n/message-id.ts";
import type { ReferenceFailure } from "../reference.ts";

/** What stands in place of questions, terms or instructions that are not there. */
export const referenceFailureMessages = {
  "no-connection": "reference-failure.no-connection",
  "invalid-content": "reference-failure.invalid-content",
} as const satisfies Record<ReferenceFailure["kind"], MessageId>;
