import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** By the first word of their ids: what the sign-in page needs, and what the way to a lesson needs. */
const AREAS = {
  entry: ["alert", "authorization", "boot", "failure", "language", "skip"],
  inside: [
    "course-failure",
    "courses",
    "footer",
    "header",
    "lesson",
    "lesson-failure",
    "lessons",
    "profile",
    "screen",
    "top",
  ],
};
export const PARTS = ["entry", "inside", "more"] as const;

/** The part of the messages that one belongs to; titles of screens stand in the header's menus. */
const partOf = (id: string): (typeof PARTS)[number] => {
  const area = id.split(".")[0] ?? "";
  if (AREAS.entry.includes(area)) return "entry";
  return AREAS.inside.includes(area) || id.endsWith(".title") ? "inside" : "more";
};

/**
 * Compiles `locales/LL.json` to `dist/messages/{entry,inside,more}/LL.json`, parsed in advance: the
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
    for (const part of PARTS) {
      const messages = Object.entries(compiled).filter(([id]) => partOf(id) === part);
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
