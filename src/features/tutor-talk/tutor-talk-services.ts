import type { Alerts } from "../../core/alerts.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import type { Letters } from "./message-drafts.ts";
import type { Messages } from "./messages.ts";

/** What tutor talk works with. */
export interface TutorTalkServices {
  messages: Messages;
  letters: Letters;
  alerts: Alerts<MessageId>;
}
