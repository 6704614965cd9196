import type { CompiledMessage } from "./compiled-message.ts";

/**
 * Compiled messages by area and name. An area is written as it begins an id, such as `faq.`. The web app
 * has short names of areas, and lists in which the position of a message is its name: a file without
 * names is a quarter smaller.
 */
export type MessagesByArea = Record<
  string,
  Record<string, CompiledMessage> | (CompiledMessage | 0)[]
>;

/** Turns the messages of a file into messages by id. A zero stands for one that is in another file. */
export const flattenMessages = (areas: MessagesByArea): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(areas).flatMap(([area, messages]) =>
      Object.entries(messages).flatMap(([name, message]) =>
        message === 0 ? [] : [[area + name, message]],
      ),
    ),
  );
