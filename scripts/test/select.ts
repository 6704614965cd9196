import { spawnSync } from "node:child_process";
import path from "node:path";
import { closest, distance } from "fastest-levenshtein";
import { affectedFiles, type FilesByPart } from "./affected.ts";
import { OptionsError, type Part, parts, type TestOptions } from "./options.ts";
import { changedPlaywrightFiles, countPlaywrightTests } from "./playwright.ts";
import { root } from "./run-command.ts";
import { EVERYTHING, type Selection } from "./selection.ts";
import {
  type FilePart,
  fileParts,
  filesNamed,
  isPlaywrightPart,
  testFilesOf,
} from "./test-files.ts";
import { changedVitestFiles } from "./vitest.ts";

const isFilePart = (part: Part): part is FilePart => fileParts.some((name) => name === part);

const git = (...args: string[]): string[] => {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) {
    throw new OptionsError(`git cannot say what has changed: ${stderr?.trim().split("\n")[0]}`);
  }
  return stdout.split("\n").filter(Boolean);
};

/** The files that differ from a commit, and those that git does not know yet. */
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
    // Playwright's tests import nothing of the app: there is no need to look unless they changed.
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

/** `sign-in` for `tests/e2e/sign-in.test.ts`. */
const stemOf = (file: string): string => path.basename(file).replace(/\.test\.tsx?$/, "");

/** @throws OptionsError that names the first word which no file's name holds */
const checkWords = (words: readonly string[], wanted: readonly FilePart[]): void => {
  const files = wanted.flatMap(testFilesOf);
  const unknown = words.find((word) => filesNamed(files, [word]).length === 0);
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
 * Finds what the options ask for; empty where nothing of it has changed.
 * @throws OptionsError when a word names no test
 */
export const select = async (options: TestOptions): Promise<Map<Part, Selection>> => {
  const { parts: named, words, grep, changedSince, sizes } = options;
  const isFiltered = words.length > 0 || grep !== null || changedSince !== null;
  const wanted = parts.filter((part) =>
    named.length > 0 ? named.includes(part) : part !== "sizes" && (!isFiltered || isFilePart(part)),
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
    if (words.length > 0) files = filesNamed(files ?? testFilesOf(part), words);
    if (files?.length === 0) continue;
    const selection = { files, grep };
    // Asked before the build that the tests need: a filter may leave none of them.
    const isNarrowed = isFiltered && isPlaywrightPart(part);
    if (isNarrowed && (await countPlaywrightTests(part, selection)) === 0) continue;
    selected.set(part, selection);
  }
  if (touched && named.length === 0 && changedFiles(changedSince ?? "HEAD").length > 0) {
    selected.set("check", EVERYTHING);
  }
  if (sizes) selected.set("sizes", EVERYTHING);
  return selected;
};
