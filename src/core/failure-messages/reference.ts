import type { MessageId } from "../../i18n/message-id.ts";
import type { ReferenceFailure } from "../reference.ts";

/** The messages shown in place of a reference work that could not be loaded. */
export const referenceFailureMessages = {
  "no-connection": "reference-failure.no-connection",
  "invalid-content": "reference-failure.invalid-content",
} as const satisfies Record<ReferenceFailure["kind"], MessageId>;
