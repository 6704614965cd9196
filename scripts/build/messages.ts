import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { directionOf } from "../../src/domain/languages.ts";
import type { CompiledMessage } from "../../src/i18n/compiled-message.ts";
import type { MessagesByArea } from "../../src/i18n/flatten-messages.ts";
import { filesOfMessage } from "../../src/i18n/message-files.ts";
import { isolateArguments } from "../messages/isolate.ts";
import { compileMessage } from "./compile-message.ts";
import { partsOfId } from "./short-ids-plugin.ts";

/** The languages of the app's messages, such as `en`. */
export const languagesIn = (root: string): string[] =>
  readdirSync(path.join(root, "locales")).map((file) => path.basename(file, ".json"));

/** The ids of all messages. */
export const messageIds = (root: string): string[] =>
  Object.keys(JSON.parse(readFileSync(path.join(root, "locales/en.json"), "utf8")));

/**
 * Compiles the messages of a language and groups them by file and area, so that the browser needs no parser.
 * In right-to-left languages the arguments are isolated.
 * @throws an Error with the id of a message that does not compile
 */
export const messagesByFile = (root: string, language: string): Record<string, MessagesByArea> => {
  const file = path.join(root, "locales", `${language}.json`);
  const texts: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  const compiled: Record<string, Record<string, Record<string, CompiledMessage>>> = {};
  for (const [id, text] of Object.entries(texts)) {
    try {
      const compiledText = compileMessage(text);
      const isRightToLeft = directionOf(language) === "rtl";
      const message = isRightToLeft ? isolateArguments(compiledText) : compiledText;
      const [area, name] = partsOfId(id);
      for (const file of filesOfMessage(id)) {
        compiled[file] ??= {};
        compiled[file][area] ??= {};
        compiled[file][area][name] = message;
      }
    } catch (error) {
      throw new Error(`locales/${language}.json: ${id}: ${(error as Error).message}`);
    }
  }
  return compiled;
};

/**
 * Compiles `locales/LL.json` to `dist/messages/FILE/LL.json`. Unchanged files are not written.
 * @returns the languages
 */
export const compileMessages = (root: string): string[] => {
  const target = path.join(root, "dist/messages");
  const languages = languagesIn(root);
  mkdirSync(target, { recursive: true });
  for (const language of languages) {
    const compiled = messagesByFile(root, language);
    // A folder of a removed file would still be built in.
    for (const name of readdirSync(target)) {
      if (!(name in compiled)) rmSync(path.join(target, name), { recursive: true });
    }
    for (const [name, messages] of Object.entries(compiled)) {
      const file = path.join(target, name, `${language}.json`);
      const text = JSON.stringify(messages);
      mkdirSync(path.dirname(file), { recursive: true });
      if (text !== readIfThere(file)) writeFileSync(file, text);
    }
  }
  return languages;
};

const readIfThere = (file: string): string | null => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
};
