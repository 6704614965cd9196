/** The forms of a plural, by category such as `one`, or by exact number such as `=0`. */
export type PluralForms = Readonly<Record<string, CompiledMessage>>;

/**
 * A part of a message: text, `[name]` for an argument as it is, `[name, 0]` for a number in the form
 * of the language, `[name, forms]` for a plural, and `0` for the number of the plural around it.
 */
export type MessagePart =
  | string
  | 0
  | readonly [name: string]
  | readonly [name: string, kind: 0 | PluralForms];

/** A message as the build compiles it, so that the browser needs no parser. */
export type CompiledMessage = string | readonly MessagePart[];

export type MessageValues = Readonly<Record<string, string | number>>;

/** What depends on the language. */
export interface MessageFormatters {
  formatNumber: (value: number) => string;
  pluralCategory: (value: number) => string;
}

/**
 * Puts a message's values in.
 * @param count the number of the plural around the message
 */
export const formatCompiled = (
  message: CompiledMessage,
  values: MessageValues,
  formatters: MessageFormatters,
  count = 0,
): string => {
  if (typeof message === "string") return message;
  const partOf = (part: MessagePart) => {
    if (typeof part === "string") return part;
    if (part === 0) return formatters.formatNumber(count);
    const [name, kind] = part;
    const value = values[name];
    if (kind === undefined) return value;
    const number = Number(value);
    if (kind === 0) return formatters.formatNumber(number);
    const form = kind[`=${number}`] ?? kind[formatters.pluralCategory(number)] ?? kind.other ?? "";
    return formatCompiled(form, values, formatters, number);
  };
  return message.map(partOf).join("");
};
