import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "@formatjs/icu-messageformat-parser";
import { PARTS, type Part } from "../../src/i18n/parts.ts";

const partNames = Object.keys(PARTS) as Part[];

const partsOf = (id: string): Part[] => {
  const area = id.split(".")[0] ?? "";
  const found = partNames.filter((part) => (PARTS[part] as readonly string[]).includes(area));
  if (id.endsWith(".title") && !found.includes("entry")) return ["inside"];
  if (found.length === 0) throw new Error(`src/i18n/parts.ts: no part has the messages ${area}.*`);
  return found;
};

/** The languages that the app has messages in, such as `en`. */
export const languagesIn = (root: string): string[] =>
  readdirSync(path.join(root, "locales")).map((file) => path.basename(file, ".json"));

/**
 * The messages of a language by part, parsed in advance: the browser carries no message parser.
 * The package `@formatjs/cli` does the same in a process for each language, which takes seconds.
 * @throws Error that names the message which does not parse
 */
export const messagesByPart = (
  root: string,
  language: string,
): Record<Part, Record<string, unknown>> => {
  const file = path.join(root, "locales", `${language}.json`);
  const texts: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  const compiled = Object.fromEntries(partNames.map((part) => [part, {}])) as Record<
    Part,
    Record<string, unknown>
  >;
  for (const [id, text] of Object.entries(texts)) {
    try {
      const message = parse(text);
      for (const part of partsOf(id)) compiled[part][id] = message;
    } catch (error) {
      throw new Error(`locales/${language}.json: ${id}: ${(error as Error).message}`);
    }
  }
  return compiled;
};

/**
 * Compiles `locales/LL.json` to `dist/messages/PART/LL.json`. Files that did not change are not
 * written again.
 * @returns the languages
 */
export const compileMessages = (root: string): string[] => {
  const target = path.join(root, "dist/messages");
  const languages = languagesIn(root);
  for (const language of languages) {
    for (const [part, messages] of Object.entries(messagesByPart(root, language))) {
      const file = path.join(target, part, `${language}.json`);
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
