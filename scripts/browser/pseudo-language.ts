import { readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import type { BrowserContext } from "playwright";
import { mapWithin } from "../messages/walk.ts";

/** How much longer than English a language can be. */
const LONGER = 1.4;

/** Letters with marks above and below, which need a higher line. */
const MARKED: Readonly<Record<string, string>> = {
  a: "å",
  c: "ç",
  e: "é",
  i: "ï",
  n: "ñ",
  o: "ö",
  u: "ű",
  y: "ý",
  A: "Å",
  E: "É",
  I: "Î",
  O: "Ö",
  S: "Š",
  U: "Ü",
};

/** English words with marks, and 40% longer. */
const stretch = (text: string): string => {
  const words = text.replaceAll(/[a-zA-Z]/g, (letter) => MARKED[letter] ?? letter);
  const letters = text.replaceAll(/[^a-zA-Z]/g, "").length;
  const missing = Math.ceil(letters * (LONGER - 1));
  if (missing === 0) return words;
  const [, end = ""] = /(\s*)$/.exec(words) ?? [];
  const filler = "lorem ipsum dolor sit amet ".repeat(Math.ceil(missing / 27)).slice(0, missing);
  return `${words.trimEnd()} ${filler.trim()}${end}`;
};

const stretchAll = (elements: MessageFormatElement[]): MessageFormatElement[] =>
  elements.map((element) =>
    element.type === TYPE.literal
      ? { ...element, value: stretch(element.value) }
      : mapWithin(element, stretchAll),
  );

/** A message of the pseudo-language, parsed: the English one, 40% longer and with marks on its letters. */
const pseudoMessage = (message: string): MessageFormatElement[] => stretchAll(parse(message));

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
