import type { MessageId } from "../i18n/message-id.ts";
import { useText } from "../i18n/use-text.ts";
import { isUnableToAnswer } from "../transport/call-failure.ts";

/**
 * Returns the words for a failure. Most advise to look at the connection; where the school has refused the call because
 * it cannot answer now, they advise to wait.
 */
export const useFailureText = () => {
  const text = useText();
  return (
    failure: object | true,
    message: MessageId,
    values?: Record<string, string | number>,
  ): string => {
    const words = text(message, values);
    const { status = 0 } = failure as { status?: number };
    return isUnableToAnswer(status)
      ? words.replace(text("failure.connection"), text("screen.later"))
      : words;
  };
};
