import path from "node:path";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import type { LoaderContext } from "@rspack/core";
import { directionOf } from "../../src/domain/languages.ts";
import { filesOfMessage } from "../../src/i18n/message-files.ts";
import { mapWithin } from "../messages/walk.ts";

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_DIRECTIONAL_ISOLATE = "\u2069";

const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value });

/** Joins texts that follow each other. */
const joined = (elements: readonly MessageFormatElement[]): MessageFormatElement[] => {
  const result: MessageFormatElement[] = [];
  for (const element of elements) {
    const last = result.at(-1);
    if (element.type === TYPE.literal && last?.type === TYPE.literal) {
      result[result.length - 1] = literal(last.value + element.value);
    } else result.push(element);
  }
  return result;
};

/**
 * A message of a right-to-left language with each argument isolated. A name, a file or a measure such
 * as `2.3 MB` may be in the other direction. Without the isolation its figures and its punctuation
 * would be ordered with the text around it.
 */
const isolateArguments = (message: readonly MessageFormatElement[]): MessageFormatElement[] =>
  joined(
    message.flatMap((element) =>
      element.type === TYPE.argument
        ? [literal(FIRST_STRONG_ISOLATE), element, literal(POP_DIRECTIONAL_ISOLATE)]
        : [mapWithin(element, isolateArguments)],
    ),
  );

/** Parses a message. In right-to-left languages its arguments are isolated. */
export const compileMessage = (text: string, language: string): MessageFormatElement[] =>
  directionOf(language) === "rtl" ? isolateArguments(parse(text)) : parse(text);

/** A message that is nothing but text is that text. */
const withoutWrapping = (message: MessageFormatElement[]): string | MessageFormatElement[] => {
  const [first, ...rest] = message;
  return first?.type === TYPE.literal && rest.length === 0 ? first.value : message;
};

/**
 * Parses the messages of a language that belong to a file of messages.
 * @param texts ICU messages by id
 * @param without areas that the build does not show
 * @throws an Error with the id of a message that does not parse
 */
export const compileMessages = (
  texts: Readonly<Record<string, string>>,
  language: string,
  file: string,
  without: readonly string[] = [],
): Record<string, string | MessageFormatElement[]> =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([id]) => filesOfMessage(id).includes(file))
      .filter(([id]) => !without.some((area) => id.startsWith(`${area}.`)))
      .map(([id, text]) => {
        try {
          return [id, withoutWrapping(compileMessage(text, language))];
        } catch (error) {
          throw new Error(`${id}: ${(error as Error).message}`);
        }
      }),
  );

/**
 * Loads `locales/LL.json?FILE`: the messages of one file, parsed, so that the browser needs no parser. With
 * `isFile` they become a file of their own, and otherwise a module.
 */
export default function messagesLoader(
  this: LoaderContext<{ isFile?: boolean; without?: readonly string[] }>,
  source: string,
): string {
  const language = path.basename(this.resourcePath, ".json");
  const { isFile, without } = this.getOptions();
  const file = this.resourceQuery.slice(1);
  const json = JSON.stringify(compileMessages(JSON.parse(source), language, file, without));
  return isFile ? json : `export default ${json}`;
}
