import { useIntl } from "react-intl";
import type { MessageId } from "./message-id.ts";

export type Text = (id: MessageId, values?: Record<string, string | number>) => string;

/** The texts of the interface, in the language in use. */
export const useText = (): Text => {
  const intl = useIntl();
  return (id, values) => String(intl.formatMessage({ id }, values));
};
