import type { FailureAlert } from "../../core/failure-alerts.ts";
import type { MessageId } from "../../i18n/message-id.ts";

/** The alert for a change that was not made. */
export const failureAlert = (text: MessageId): FailureAlert => ({
  tone: "error",
  title: "failure.title",
  text,
  seconds: 10,
});
