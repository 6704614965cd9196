import { readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import type { BrowserContext } from "playwright";
import { pseudoMessage } from "../messages/pseudo.ts";

/** The language whose place the pseudo-language takes: one that is read from right to left. */
export const PSEUDO_LOCALE = "he";

type Chunk = [names: string[], modules: Record<string, unknown>];

/** Reads a file of messages, which adds a chunk to the list of the bundler's runtime. */
const readChunk = (script: string): { list: string; name: string; module: string } => {
  const [, list = ""] = /globalThis\.(\w+)/.exec(script) ?? [];
  const chunks: Chunk[] = [];
  vm.runInNewContext(script, { [list]: chunks });
  const [[name = ""], modules] = chunks[0] ?? [[], {}];
  return { list, name, module: Object.keys(modules)[0] ?? "" };
};

/**
 * Lets the pages of a context speak the pseudo-language: English with marks, 40% longer, from right
 * to left. The files of messages in Hebrew are answered with it, so no build knows it.
 */
export const speakPseudoLanguage = async (context: BrowserContext): Promise<void> => {
  const file = path.join(import.meta.dirname, "../../locales/en.json");
  const english: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  const spoken = Object.entries(english).map(([id, message]) => [id, pseudoMessage(message)]);
  const messages = JSON.stringify(Object.fromEntries(spoken));
  await context.route(
    new RegExp(`/tls/[\\w-]+-${PSEUDO_LOCALE}-json\\.\\w+\\.js$`),
    async (route) => {
      const { list, name, module } = readChunk(await (await route.fetch()).text());
      const exports = `{ __esModule: true, default: ${messages} }`;
      await route.fulfill({
        contentType: "text/javascript",
        body: `(globalThis.${list} ||= []).push([[${JSON.stringify(name)}], { [${JSON.stringify(module)}](module) { module.exports = ${exports}; } }]);`,
      });
    },
  );
};
