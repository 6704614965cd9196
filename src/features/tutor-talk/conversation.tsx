import { useEffect } from "react";
import { useSnapshot } from "valtio";
import type { Conversation as Loaded } from "../../domain/conversations.ts";
import { useText } from "../../i18n/use-text.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { conversationsFailureMessages } from "./failure-messages.ts";
import { MissingThread } from "./missing-thread.tsx";
import { AT_ONCE, Thread } from "./thread.tsx";
import { useTutorTalk } from "./use-tutor-talk.ts";

export interface ConversationProps {
  thread: string;
  /** Called once an answer has been sent. */
  onSent: () => void;
}

/** The conversation of an address, also if its messages are not here yet. */
export const Conversation = ({ thread, onSent }: ConversationProps) => {
  const { messages } = useTutorTalk();
  const text = useText();
  const { value: inbox } = useSnapshot(messages.inbox);
  const conversation = inbox?.conversations.find(({ id }) => String(id) === thread) ?? null;
  // The school has the messages of a conversation that are not here.
  const isShort = (conversation?.messages.length ?? 0) < AT_ONCE && conversation?.hasEarlier;
  if (inbox?.heads && (!conversation || isShort)) {
    return <MissingThread key={thread} thread={thread} />;
  }
  if (conversation) {
    return <Thread key={conversation.id} conversation={conversation as Loaded} onSent={onSent} />;
  }
  return inbox ? <p role="alert">{text("tutor-talk.unknown")}</p> : null;
};

/** One conversation on a screen of its own, which fetches it. */
const ConversationAlone = (props: ConversationProps) => {
  const { messages } = useTutorTalk();
  const text = useText();
  const { value, failure } = useSnapshot(messages.inbox);

  useEffect(() => {
    void messages.load();
  }, [messages]);

  return (
    <>
      {failure ? (
        <LoadError
          message={text(conversationsFailureMessages[failure.kind])}
          retry={text("screen.retry")}
          onRetry={() => void messages.load()}
        />
      ) : null}
      {value || failure ? null : <p role="status">{text("tutor-talk.loading")}</p>}
      <Conversation {...props} />
    </>
  );
};

export default ConversationAlone;
