import { useLayoutEffect, useRef } from "react";
import type { Message } from "../../contract/messages.ts";
import { useText } from "../../i18n/use-text.ts";
import { LetterForm } from "./letter-form.tsx";
import type { LetterModel } from "./message-drafts.ts";

export interface NewMessageProps {
  letter: LetterModel;
  onSent: (message: Message) => void;
}

/** Begins a conversation. */
export const NewMessage = ({ letter, onSent }: NewMessageProps) => {
  const text = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  // At once: what is typed next is not to be torn from its field.
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <div className="sheet">
      <h2 ref={heading} tabIndex={-1}>
        {text("tutor-talk.new")}
      </h2>
      <LetterForm name={text("tutor-talk.new")} letter={letter} withSubject onSent={onSent} />
    </div>
  );
};
