import { useLayoutEffect, useRef } from "react";
import type { Message } from "../../contract/messages.ts";
import { useText } from "../../i18n/use-text.ts";
import type { MessageDraft } from "./message-drafts.ts";
import { MessageForm } from "./message-form.tsx";

export interface NewMessageProps {
  draft: MessageDraft;
  onSent: (message: Message) => void;
}

/** Begins a conversation. */
export const NewMessage = ({ draft, onSent }: NewMessageProps) => {
  const text = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  // At once: what is typed next is not to be torn from its field.
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <div className="sheet">
      <h2 ref={heading} tabIndex={-1}>
        {text("tutor-talk.new")}
      </h2>
      <MessageForm name={text("tutor-talk.new")} draft={draft} withSubject onSent={onSent} />
    </div>
  );
};
