import type { Alert } from "../../services/alerts.ts";
import type { MessageId } from "../message-id.ts";

/** What an alert says, and for how many seconds. */
export type FailureAlert = Omit<Alert<MessageId>, "id" | "values">;
