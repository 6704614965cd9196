import { globSync } from "node:fs";
import path from "node:path";
import { type PlaywrightPart, playwrightFolder, playwrightParts } from "./playwright.ts";
import { root } from "./run-command.ts";
import { type VitestPart, vitestParts } from "./vitest.ts";

/** A part whose tests lie in files. */
export type FilePart = VitestPart | PlaywrightPart;

export const fileParts: readonly FilePart[] = [...vitestParts, ...playwrightParts];

export const isPlaywrightPart = (part: FilePart): part is PlaywrightPart =>
  playwrightParts.some((name) => name === part);

/** The test files in a part's folder, such as `tests/e2e/sign-in.test.ts`. */
export const testFilesOf = (part: FilePart): string[] => {
  const folder = isPlaywrightPart(part) ? playwrightFolder(part) : part;
  return globSync(`tests/${folder}/**/*.test.{ts,tsx}`, { cwd: root })
    .map((file) => file.split(path.sep).join("/"))
    .sort();
};

/** `/sign/in` for `sign-in` and for `sign-in.test.ts`. */
const wordsIn = (name: string): string =>
  `/${name
    .toLowerCase()
    .replace(/\.test\.tsx?$/, "")
    .replaceAll("-", "/")}`;

/**
 * The files whose name, or whose folder's name below the part, holds one of the words: from the
 * beginning of a word of its own, so that `unti` does not find `runtime`.
 */
export const filesNamed = (files: readonly string[], words: readonly string[]): string[] =>
  files.filter((file) => {
    const name = wordsIn(file.split("/").slice(2).join("/"));
    return words.some((word) => name.includes(wordsIn(word)));
  });
