import { readFileSync } from "node:fs";
import path from "node:path";
import type { BrowserContext } from "playwright";
import { shortIds } from "../build/short-ids-plugin.ts";
import { pseudoCompiled } from "../messages/pseudo.ts";

/** The language whose place the pseudo-language takes: one that is read from right to left. */
export const PSEUDO_LOCALE = "he";

/**
 * Lets the pages of a context speak the pseudo-language: English with marks, 40% longer, from right
 * to left. The files of messages in Hebrew are answered with it, so no build knows it.
 */
export const speakPseudoLanguage = async (context: BrowserContext): Promise<void> => {
  const file = path.join(import.meta.dirname, "../../locales/en.json");
  const messages: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  const ids = shortIds(Object.keys(messages));
  const english = Object.fromEntries(
    Object.entries(messages).map(([id, message]) => [ids.get(id) ?? id, message]),
  );
  const speakArea = (area: string, messages: unknown): unknown => {
    // The list of files that comes with the messages is no array.
    if (!Array.isArray(messages)) return messages;
    return messages.map((message, position) => {
      const text = english[`${area}${position}`];
      return text === undefined ? message : pseudoCompiled(text);
    });
  };
  await context.route(new RegExp(`/tls/[\\w-]+-${PSEUDO_LOCALE}\\.\\w+\\.json$`), async (route) => {
    const response = await route.fetch();
    const spoken = Object.entries((await response.json()) as Record<string, unknown>).map(
      ([area, messages]) => [area, speakArea(area, messages)],
    );
    await route.fulfill({ json: Object.fromEntries(spoken) });
  });
};
