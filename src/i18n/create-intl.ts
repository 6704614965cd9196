import type { Language } from "../domain/languages.ts";
import { type CompiledMessage, formatCompiled, type MessageValues } from "./compiled-message.ts";

/** The part of react-intl that this app uses; a lint rule enforces it. */
export interface AppIntl {
  locale: Language;
  /** @returns the id if there is no such message */
  formatMessage: (message: { id: string }, values?: MessageValues) => string;
  /** Formats a time on the clocks of this machine. A day, `YYYY-MM-DD`, is that day wherever one is. */
  formatDate: (value: string | number | Date, options?: Intl.DateTimeFormatOptions) => string;
  formatNumber: (value: number, options?: Intl.NumberFormatOptions) => string;
}

/** Creates a formatter once for each set of options, as creating one takes the browser long. */
const cached = <Options, Formatter>(create: (options?: Options) => Formatter) => {
  const formatters = new Map<string | undefined, Formatter>();
  return (options?: Options): Formatter => {
    const key = JSON.stringify(options);
    const formatter = formatters.get(key) ?? create(options);
    formatters.set(key, formatter);
    return formatter;
  };
};

const DAY_LENGTH = "YYYY-MM-DD".length;

/** Whether all languages of this app write a number as `String` does. */
const isPlain = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 1000;

/**
 * Creates the value of `useIntl`, on the browser's own `Intl`. The `createIntl` of `@formatjs/intl` also
 * formats what no message of this app has, and explains mistakes that the build already finds: the
 * sign-in page would be an eighth larger.
 */
export const createIntl = (
  locale: Language,
  messages: Readonly<Record<string, unknown>>,
): AppIntl => {
  const numbers = cached((options?: Intl.NumberFormatOptions) =>
    Intl.NumberFormat(locale, options),
  );
  const dates = cached((options?: Intl.DateTimeFormatOptions) =>
    Intl.DateTimeFormat(locale, options),
  );
  const plurals = cached(() => new Intl.PluralRules(locale));
  // The first formatter takes a phone 15 ms, and most screens have small numbers only.
  const formatNumber: AppIntl["formatNumber"] = (value, options) =>
    !options && isPlain(value) ? String(value) : numbers(options).format(value);
  return {
    locale,
    formatMessage: ({ id }, values = {}) =>
      formatCompiled((messages[id] as CompiledMessage | undefined) ?? id, values, {
        formatNumber,
        pluralCategory: (value) => plurals().select(value),
      }),
    formatDate(value, options) {
      // `Date` would take a day for its first moment in UTC, which elsewhere is of the day before.
      const isDay = (value as string).length === DAY_LENGTH;
      const date = new Date(isDay ? `${value}T12:00` : value);
      return Number.isNaN(date.getTime()) ? String(value) : dates(options).format(date);
    },
    formatNumber,
  };
};
