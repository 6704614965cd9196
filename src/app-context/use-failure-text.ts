import type { MessageId } from "../i18n/message-id.ts";
import { useText } from "../i18n/use-text.ts";
import { statusOf } from "../transport/call-failure.ts";

const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

/**
 * Returns the words for a failure. Most advise to look at the connection; where the school has refused the call because
 * it cannot answer now (429 and from 500 on), they advise to wait.
 */
export const useFailureText = () => {
  const text = useText();
  return (
    failure: { readonly kind: string; readonly status?: number } | boolean | null,
    message: MessageId,
    values?: Record<string, string | number>,
  ): string => {
    const words = text(message, values);
    const status = failure && failure !== true ? statusOf(failure) : 0;
    return status === TOO_MANY_REQUESTS || status >= SERVER_ERROR
      ? words.replace(text("failure.connection"), text("screen.later"))
      : words;
  };
};
