import path from "node:path";
import { closest, distance } from "fastest-levenshtein";
import { OptionsError, type Part, parts, SECOND_ROUND, type TestOptions } from "./options.ts";
import { countPlaywrightTests } from "./playwright.ts";
import { EVERYTHING, type Selection } from "./round.ts";
import {
  type FilePart,
  fileParts,
  filesMatching,
  isPlaywrightPart,
  testFilesOf,
} from "./test-files.ts";

const isFilePart = (part: Part): part is FilePart => fileParts.some((name) => name === part);

/** Shortens `tests/e2e/sign-in.test.ts` to `sign-in`. */
const stemOf = (file: string): string => path.basename(file).replace(/\.test\.tsx?$/, "");

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
 * Selects tests by the options.
 * @throws OptionsError if a word matches no test
 */
export const select = async (options: TestOptions): Promise<Map<Part, Selection>> => {
  const { parts: named, words, grep, all } = options;
  const isFiltered = words.length > 0 || grep !== null;
  const wanted = parts.filter((part) =>
    named.length > 0
      ? named.includes(part)
      : isFiltered
        ? isFilePart(part)
        : all || !SECOND_ROUND.includes(part),
  );
  checkWords(words, wanted.filter(isFilePart));
  const selected = new Map<Part, Selection>();
  for (const part of wanted) {
    if (!isFilePart(part)) {
      selected.set(part, EVERYTHING);
      continue;
    }
    const files = words.length > 0 ? filesMatching(testFilesOf(part), words) : null;
    if (files?.length === 0) continue;
    const selection = { files, grep };
    // Counted before the tests are built, as the filter may select none.
    const isNarrowed = isFiltered && isPlaywrightPart(part);
    if (isNarrowed && (await countPlaywrightTests(part, selection)) === 0) continue;
    selected.set(part, selection);
  }
  return selected;
};
