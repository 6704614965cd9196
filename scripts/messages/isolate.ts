import { type MessageFormatElement, TYPE } from "@formatjs/icu-messageformat-parser";
import { mapWithin } from "./walk.ts";

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
export const isolateArguments = (
  message: readonly MessageFormatElement[],
): MessageFormatElement[] =>
  joined(
    message.flatMap((element) =>
      element.type === TYPE.argument
        ? [literal(FIRST_STRONG_ISOLATE), element, literal(POP_DIRECTIONAL_ISOLATE)]
        : [mapWithin(element, isolateArguments)],
    ),
  );
