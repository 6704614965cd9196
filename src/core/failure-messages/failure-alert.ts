import type { MessageId } from "../../i18n/message-id.ts";
import type { Alert } from "../alerts.ts";

/** What an alert says, and for how many seconds. */
export type FailureAlert = Omit<Alert<MessageId>, "id" | "values">;
