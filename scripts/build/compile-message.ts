import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import type { CompiledMessage, MessagePart, PluralForms } from "../../src/i18n/compiled-message.ts";

const partOf = (element: MessageFormatElement): MessagePart => {
  if (element.type === TYPE.literal) return element.value;
  if (element.type === TYPE.argument) return [element.value];
  if (element.type === TYPE.pound) return 0;
  if (element.type === TYPE.number && !element.style) return [element.value, 0];
  if (element.type === TYPE.plural && element.pluralType === "cardinal" && element.offset === 0) {
    const forms: PluralForms = Object.fromEntries(
      Object.entries(element.options).map(([name, option]) => [name, compiled(option.value)]),
    );
    return [element.value, forms];
  }
  throw new Error(
    `src/i18n/compiled-message.ts has no form for this kind of place: ${TYPE[element.type]}`,
  );
};

const compiled = (elements: readonly MessageFormatElement[]): CompiledMessage => {
  const parts = elements.map(partOf);
  const [only] = parts;
  return parts.length === 1 && typeof only === "string" ? only : parts;
};

/**
 * Compiles a message.
 * @param text an ICU message
 * @throws an Error if it does not parse, or has a kind of place that the app does not format
 */
export const compileMessage = (text: string): CompiledMessage => compiled(parse(text));
