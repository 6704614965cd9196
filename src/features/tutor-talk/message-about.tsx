import type { Message } from "../../contract/messages.ts";
import type { Id } from "../../contract/wire.ts";
import { useText } from "../../i18n/use-text.ts";
import { MessageForm } from "./message-form.tsx";
import { useTutorTalk } from "./use-tutor-talk.ts";

export interface MessageAboutProps {
  /** The id of the hand-in. */
  upload: Id;
  /** The subject of the conversation, if it begins with this message. */
  subject: string;
  onSent: (message: Message) => void;
}

/** A form that writes to the conversation about a hand-in. */
const MessageAbout = ({ upload, subject, onSent }: MessageAboutProps) => (
  <MessageForm
    name={useText()("tutor-talk.answer")}
    draft={useTutorTalk().drafts.about(upload)}
    about={subject}
    onSent={onSent}
  />
);

export default MessageAbout;
