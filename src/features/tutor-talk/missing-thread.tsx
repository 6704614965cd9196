import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { useText } from "../../i18n/use-text.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { conversationsFailureMessages } from "./failure-messages.ts";
import { useTutorTalk } from "./use-tutor-talk.ts";

export interface MissingThreadProps {
  thread: string;
}

/** In place of a conversation whose messages are not here: fetches them, or says why not. */
export const MissingThread = ({ thread }: MissingThreadProps) => {
  const { messages } = useTutorTalk();
  const text = useText();
  const looked = useSnapshot(messages.state).looked[thread];

  useEffect(() => {
    void messages.find(thread);
  }, [messages, thread]);

  if (looked === "unknown") return <p role="alert">{text("tutor-talk.unknown")}</p>;
  if (looked === "failed") {
    return (
      <LoadError
        message={text(conversationsFailureMessages["no-connection"])}
        retry={text("screen.retry")}
        onRetry={() => void messages.find(thread)}
      />
    );
  }
  return <p role="status">{text("tutor-talk.loading")}</p>;
};
