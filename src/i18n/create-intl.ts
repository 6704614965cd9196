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

/** The part of react-intl that this app uses; a lint rule enforces it. */
export type AppIntl = Pick<
  IntlShape<ReactNode>,
  "locale" | "formatMessage" | "formatDate" | "formatNumber"
>;

/**
 * Creates the value of `useIntl`. The `createIntl` of Formatjs binds all formatters, also those for
 * lists and durations, which this app does not use: they would make the sign-in page larger.
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
