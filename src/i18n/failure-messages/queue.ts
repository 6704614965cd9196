import type { Write } from "../../domain/queue.ts";
import type { MessageId } from "../message-id.ts";

/** What the school has refused for good. */
export const queueMessages = {
  complete: "lesson.complete-failed",
  session: "lesson.session-failed",
} as const satisfies Record<Write["call"], MessageId>;
