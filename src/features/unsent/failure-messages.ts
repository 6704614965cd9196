import type { Write } from "../../domain/queue.ts";
import type { Refusal } from "../../domain/refusal.ts";
import type { MessageId } from "../../i18n/message-id.ts";

/** Why the school rejected a study record. */
export const refusalMessages = {
  "not-active": "unsent.not-active",
  expired: "unsent.expired",
  "not-found": "unsent.not-found",
  other: "unsent.other",
} as const satisfies Record<Refusal, MessageId>;

/** The kinds of study records. */
export const writeMessages = {
  complete: "unsent.complete",
  session: "unsent.session",
} as const satisfies Record<Write["call"], MessageId>;
