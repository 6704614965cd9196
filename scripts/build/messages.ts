import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Messages that the sign-in page needs; the rest arrives with what comes after it. */
const ENTRY = ["alert.", "authorization.", "boot.", "failure.", "language.", "skip."];

/**
 * Compiles `locales/LL.json` to `dist/messages/{entry,inside}/LL.json`, parsed in advance: the
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
    for (const part of ["entry", "inside"]) {
      const messages = Object.entries(compiled).filter(
        ([id]) => ENTRY.some((prefix) => id.startsWith(prefix)) === (part === "entry"),
      );
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
