import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PARTS, type Part } from "../../src/i18n/parts.ts";

const partNames = Object.keys(PARTS) as Part[];

const partsOf = (id: string): Part[] => {
  const area = id.split(".")[0] ?? "";
  const found = partNames.filter((part) => (PARTS[part] as readonly string[]).includes(area));
  if (id.endsWith(".title") && !found.includes("entry")) return ["inside"];
  if (found.length === 0) throw new Error(`src/i18n/parts.ts: no part has the messages ${area}.*`);
  return found;
};

/**
 * Compiles `locales/LL.json` to `dist/messages/PART/LL.json`, parsed in advance: the
 * browser carries no message parser. Files that did not change are not written again.
 */
export const compileMessages = (root: string): string[] => {
  const locales = path.join(root, "locales");
  const target = path.join(root, "dist/messages");
  const formatjs = path.join(root, "node_modules/@formatjs/cli/bin/formatjs");
  const languages = readdirSync(locales).map((file) => path.basename(file, ".json"));
  for (const language of languages) {
    const compiled: Record<string, unknown> = JSON.parse(
      execFileSync(
        process.execPath,
        [
          formatjs,
          "compile",
          path.join(locales, `${language}.json`),
          "--format",
          "simple",
          "--ast",
        ],
        { encoding: "utf8" },
      ),
    );
    for (const part of partNames) {
      const messages = Object.entries(compiled).filter(([id]) => partsOf(id).includes(part));
      const file = path.join(target, part, `${language}.json`);
      const text = JSON.stringify(Object.fromEntries(messages));
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
