import { globSync } from "node:fs";
import path from "node:path";
import { type PlaywrightPart, playwrightFolder, playwrightParts } from "./playwright.ts";
import { root } from "./run-command.ts";
import { type VitestPart, vitestFiles, vitestParts } from "./vitest.ts";

/** A part that consists of test files. */
export type FilePart = VitestPart | PlaywrightPart;

export const fileParts: readonly FilePart[] = [...vitestParts, ...playwrightParts];

export const isPlaywrightPart = (part: FilePart): part is PlaywrightPart =>
  playwrightParts.some((name) => name === part);

/** The test files of a part, such as `tests/e2e/sign-in.test.ts`. */
export const testFilesOf = (part: FilePart): string[] => {
  const pattern = isPlaywrightPart(part)
    ? `tests/${playwrightFolder(part)}/**/*.test.ts`
    : vitestFiles(part);
  return globSync(pattern, { cwd: root })
    .map((file) => file.split(path.sep).join("/"))
    .sort();
};

/** Converts `sign-in` and `sign-in.test.ts` to `/sign/in`. */
const wordsIn = (name: string): string =>
  `/${name
    .toLowerCase()
    .replace(/\.test\.tsx?$/, "")
    .replaceAll("-", "/")}`;

/**
 * Finds files whose name, or folder's name below the part, contains one of the words. A match begins
 * at the start of a word, so `unti` does not find `runtime`.
 */
export const filesMatching = (files: readonly string[], words: readonly string[]): string[] =>
  files.filter((file) => {
    const name = wordsIn(file.split("/").slice(2).join("/"));
    return words.some((word) => name.includes(wordsIn(word)));
  });
