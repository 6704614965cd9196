import type { FileEntry } from "@zip.js/zip.js/lib/zip-core-reader.js";
import { dosFileNames } from "../../../lib/dos-file-names.ts";
import { normalize } from "../../normalize.ts";

const isUnsure = ({ filenameUTF8, rawFilename }: FileEntry): boolean =>
  !filenameUTF8 && rawFilename.some((byte) => byte >= 0x80);

const isText = /\.(?:md|ya?ml)$/i;
const ALL_LETTERS = /^[\p{L}\p{M}\p{N}\x20-\x7e]*$/u;
/** The most bytes of text in which names are looked for. */
const MAX_TEXT_BYTES = 32 * 1024 * 1024;

/**
 * Gives the files of a zip their names. Zips of Windows do not say in which code page these are: the one is taken
 * whose names the content refers to most often, and else the one in which most names are all letters.
 * @param read the text of a file
 */
export const nameEntries = async (
  entries: readonly FileEntry[],
  read: (entry: FileEntry) => Promise<string>,
): Promise<ReadonlyMap<FileEntry, string>> => {
  const names = new Map(entries.map((entry) => [entry, entry.filename]));
  const unsure = entries.filter(isUnsure).map((entry) => ({
    entry,
    guesses: dosFileNames(entry.rawFilename),
  }));
  if (unsure.length === 0) return names;
  let text = "";
  let bytes = 0;
  for (const entry of entries) {
    if (!isText.test(entry.filename)) continue;
    bytes += entry.uncompressedSize;
    if (bytes > MAX_TEXT_BYTES) break;
    text += normalize(await read(entry), "NFC");
  }
  const scores = (unsure[0]?.guesses ?? []).map((_, at) => {
    const guessed = unsure.map(({ guesses }) => guesses[at] ?? "");
    const parts = new Set(guessed.flatMap((name) => name.split(/[\\/]/)));
    const named = [...parts].filter((part) => /[^\x20-\x7e]/.test(part) && text.includes(part));
    const letters = guessed.filter((name) => ALL_LETTERS.test(name));
    return named.length * (entries.length + 1) + letters.length;
  });
  const best = scores.indexOf(Math.max(...scores));
  for (const { entry, guesses } of unsure) names.set(entry, guesses[best] ?? entry.filename);
  return names;
};
