import type { MessageId } from "../../i18n/message-id.ts";
import type { Alert } from "../alerts.ts";

/** The alert for a failure. */
export type FailureAlert = Omit<Alert<MessageId>, "id" | "values">;
