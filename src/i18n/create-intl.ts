import {
  createFormatters,
  DEFAULT_INTL_CONFIG,
  formatDate,
  formatMessage,
  formatNumber,
  type IntlShape,
} from "@formatjs/intl";
import type { ReactNode } from "react";
import type { Language } from "../domain/languages.ts";

/** What this app formats with; a linter's rule keeps to it. */
export type AppIntl = Pick<
  IntlShape<ReactNode>,
  "locale" | "formatMessage" | "formatDate" | "formatNumber"
>;

/**
 * What `useIntl` gives. Formatjs's own `createIntl` binds every formatter there is, and the sign-in
 * form would carry those for lists, durations and so on, which nobody uses.
 */
export const createIntl = (locale: Language, messages: Record<string, unknown>): AppIntl => {
  const config = { ...DEFAULT_INTL_CONFIG, locale, messages: messages as Record<string, string> };
  const formatters = createFormatters();
  return {
    ...config,
    formatMessage: formatMessage.bind(null, config as never, formatters),
    formatDate: formatDate.bind(null, config, formatters.getDateTimeFormat),
    formatNumber: formatNumber.bind(null, config, formatters.getNumberFormat),
  };
};
