import { readFileSync } from "node:fs";
import path from "node:path";
import type { BrowserContext } from "playwright";
import { pseudoCompiled } from "../messages/pseudo.ts";

/** The language whose place the pseudo-language takes: one that is read from right to left. */
export const PSEUDO_LOCALE = "he";

/**
 * Lets the pages of a context speak the pseudo-language: English with marks, 40% longer, from right
 * to left. The files of messages in Hebrew are answered with it, so no build knows it.
 */
export const speakPseudoLanguage = async (context: BrowserContext): Promise<void> => {
  const file = path.join(import.meta.dirname, "../../locales/en.json");
  const english: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  await context.route(new RegExp(`/tls/[\\w-]+-${PSEUDO_LOCALE}\\.\\w+\\.json$`), async (route) => {
    const response = await route.fetch();
    const messages = Object.entries((await response.json()) as Record<string, unknown>).map(
      // What is no message is the list of files that comes with them.
      ([id, message]) => [id, english[id] === undefined ? message : pseudoCompiled(english[id])],
    );
    await route.fulfill({ json: Object.fromEntries(messages) });
  });
};
