import type { MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import {
  createFormatters,
  createIntlCache,
  DEFAULT_INTL_CONFIG,
  formatMessage,
} from "@formatjs/intl";
import type { Language } from "../domain/languages.ts";

/** Messages by id, parsed by the build, so that the browser needs no parser. One without arguments is its text. */
export type Messages = Record<string, string | MessageFormatElement[]>;

/**
 * Fetches a file of messages in a language; rejects if it cannot be fetched. The files are in `messages/`:
 * each has a module of its own, which comes with the code that needs it. The query of its import is the
 * name of the file in `message-files.ts`.
 */
export type LoadMessages = (language: Language) => Promise<{ default: Messages }>;

export type MessageValues = Readonly<Record<string, string | number>>;

/** The part of react-intl that this app uses; a lint rule enforces it. */
export interface AppIntl {
  locale: Language;
  /** The languages in which texts of the school are read: `locale`, then the school's first one. */
  reads: readonly string[];
  /** @returns the id if there is no such message */
  formatMessage: (message: { id: string }, values?: MessageValues) => string;
  /** Formats a time on the clocks of this machine. A day, `YYYY-MM-DD`, is that day wherever one is. */
  formatDate: (value: string | number | Date, options?: Intl.DateTimeFormatOptions) => string;
  formatNumber: (value: number, options?: Intl.NumberFormatOptions) => string;
}

const DAY_LENGTH = "YYYY-MM-DD".length;

/**
 * The formatters of the package, but a number without options that is whole and below 1,000 needs none: it is its
 * digits in each language of the app. A slow phone takes 60 ms to create one.
 */
const createLazyFormatters = () => {
  const formatters = createFormatters(createIntlCache());
  const getNumberFormat = (locale: string, options?: object) => {
    if (options) return formatters.getNumberFormat(locale, options);
    const format = (value: number): string =>
      value >= 0 && value < 1000 && value % 1 === 0
        ? String(value)
        : formatters.getNumberFormat(locale).format(value);
    return { format };
  };
  return { ...formatters, getNumberFormat } as typeof formatters;
};

/**
 * Creates the value of `useIntl`. A message that is missing or cannot be formatted is shown as its id, and
 * in development reported on the console.
 *
 * The package's own `createIntl` asks the browser which languages it knows. That takes a slow phone 150 ms
 * before the sign-in form works, and it brings formatters that no screen uses.
 * @param school the school's first language
 */
export const createIntl = (locale: Language, messages: Messages, school = "en"): AppIntl => {
  const parsed = messages as Record<string, MessageFormatElement[]>;
  const config = { ...DEFAULT_INTL_CONFIG, locale, messages: parsed };
  const formatters = createLazyFormatters();
  return {
    locale,
    reads: [locale, school],
    formatMessage(message, values) {
      const own = messages[message.id];
      return typeof own === "string" ? own : formatMessage(config, formatters, message, values);
    },
    formatDate(value, options) {
      // `Date` would take a day for its first moment in UTC, which elsewhere is of the day before.
      const isDay = (value as string).length === DAY_LENGTH;
      const date = new Date(isDay ? `${value}T12:00` : value);
      return Number.isNaN(date.getTime())
        ? String(value)
        : formatters.getDateTimeFormat(locale, options).format(date);
    },
    formatNumber: (value, options) =>
      formatters.getNumberFormat(locale, options as object).format(value),
  };
};
