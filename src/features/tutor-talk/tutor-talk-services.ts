import type { MessageId } from "../../i18n/message-id.ts";
import type { Alerts } from "../../services/alerts.ts";
import type { Letters } from "../../services/letters.ts";
import type { Messages } from "../../services/messages.ts";

/** What tutor talk works with. */
export interface TutorTalkServices {
  messages: Messages;
  letters: Letters;
  alerts: Alerts<MessageId>;
}
