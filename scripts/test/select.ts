import { spawnSync } from "node:child_process";
import path from "node:path";
import { closest, distance } from "fastest-levenshtein";
import { affectedFiles, type FilesByPart } from "./affected.ts";
import { OptionsError, type Part, parts, SECOND_ROUND, type TestOptions } from "./options.ts";
import { changedPlaywrightFiles, countPlaywrightTests } from "./playwright.ts";
import { EVERYTHING, type Selection } from "./round.ts";
import { root } from "./run-command.ts";
import {
  type FilePart,
  fileParts,
  filesMatching,
  isPlaywrightPart,
  testFilesOf,
} from "./test-files.ts";
import { changedVitestFiles } from "./vitest.ts";

const isFilePart = (part: Part): part is FilePart => fileParts.some((name) => name === part);

const git = (...args: string[]): string[] => {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) {
    throw new OptionsError(`git could not list the changes: ${stderr?.trim().split("\n")[0]}`);
  }
  return stdout.split("\n").filter(Boolean);
};

/** Files that differ from a commit, and untracked files. */
const changedFiles = (since: string): string[] => [
  ...git("diff", "--name-only", since, "--"),
  ...git("ls-files", "--others", "--exclude-standard"),
];

const filesTouchedSince = async (since: string): Promise<FilesByPart> => {
  const changed = changedFiles(since);
  if (changed.length === 0) return {};
  const all = Object.fromEntries(fileParts.map((part) => [part, testFilesOf(part)]));
  const reached = affectedFiles(changed, all);
  const imported: FilesByPart = await changedVitestFiles(since);
  for (const part of fileParts.filter(isPlaywrightPart)) {
    // Playwright's tests do not import the app, so its search is only needed if test files changed.
    if (changed.some((file) => /^(?:tests|scripts)\//.test(file))) {
      imported[part] = await changedPlaywrightFiles(part, since);
    }
  }
  return Object.fromEntries(
    fileParts.map((part) => [
      part,
      [...new Set([...(reached[part] ?? []), ...(imported[part] ?? [])])],
    ]),
  );
};

/** Shortens `tests/e2e/sign-in.test.ts` to `sign-in`. */
const stemOf = (file: string): string => path.basename(file).replace(/(\.all)?\.test\.tsx?$/, "");

/** @throws OptionsError for the first word that is in no file's name */
const checkWords = (words: readonly string[], wanted: readonly FilePart[]): void => {
  const files = wanted.flatMap(testFilesOf);
  const unknown = words.find((word) => filesMatching(files, [word]).length === 0);
  if (unknown === undefined) return;
  const nearest = closest(unknown, [...parts, ...files.map(stemOf)]);
  const isNear = distance(unknown, nearest) <= Math.max(1, unknown.length / 3);
  throw new OptionsError(
    `"${unknown}" is neither a part nor in the name of a test file. ${
      isNear ? `Did you mean "${nearest}"?` : `Parts: ${parts.join(", ")}.`
    }`,
  );
};

/**
 * Selects tests by the options. The result is empty if nothing has changed.
 * @throws OptionsError if a word matches no test
 */
export const select = async (options: TestOptions): Promise<Map<Part, Selection>> => {
  const { parts: named, words, grep, changedSince, all } = options;
  const isFiltered = words.length > 0 || grep !== null || changedSince !== null;
  const wanted = parts.filter((part) =>
    named.length > 0
      ? named.includes(part)
      : isFiltered
        ? isFilePart(part)
        : all || !SECOND_ROUND.includes(part),
  );
  checkWords(words, wanted.filter(isFilePart));
  const touched = changedSince === null ? null : await filesTouchedSince(changedSince);
  const selected = new Map<Part, Selection>();
  for (const part of wanted) {
    if (!isFilePart(part)) {
      selected.set(part, EVERYTHING);
      continue;
    }
    let files = touched ? (touched[part] ?? []) : null;
    if (words.length > 0) files = filesMatching(files ?? testFilesOf(part), words);
    if (files?.length === 0) continue;
    const selection = { files, grep };
    // Counted before the tests are built, as the filter may select none.
    const isNarrowed = isFiltered && isPlaywrightPart(part);
    if (isNarrowed && (await countPlaywrightTests(part, selection)) === 0) continue;
    selected.set(part, selection);
  }
  if (touched && named.length === 0 && changedFiles(changedSince ?? "HEAD").length > 0) {
    selected.set("check", EVERYTHING);
  }
  return selected;
};
