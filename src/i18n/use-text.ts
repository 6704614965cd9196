import { useIntl } from "react-intl";
import type { MessageId } from "./message-id.ts";

export type Text = (id: MessageId, values?: Record<string, string | number>) => string;

/** Returns the formatter of messages in the present language. */
export const useText = (): Text => {
  const intl = useIntl();
  return (id, values) => String(intl.formatMessage({ id }, values));
};
