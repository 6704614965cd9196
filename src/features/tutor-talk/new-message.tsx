import { useLayoutEffect, useRef } from "react";
import type { Message } from "../../contract/messages.ts";
import { useText } from "../../i18n/use-text.ts";
import type { MessageDraft } from "./message-drafts.ts";
import { MessageForm } from "./message-form.tsx";

export interface NewMessageProps {
  draft: MessageDraft;
  onSent: (message: Message) => void;
}

/** Starts a conversation. */
export const NewMessage = ({ draft, onSent }: NewMessageProps) => {
  const text = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  // A layout effect, because a late focus change would interrupt typing.
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
