import { readFile } from "node:fs/promises";
import path from "node:path";

/** `notes-1.2.0.de.md`; without a language it is the English text. */
const NAME = /^notes-(\d{1,6}\.\d{1,6}\.\d{1,6})(?:\.([a-z]{2}))?\.(?:md|txt)$/i;

/** They travel with an answer that every app asks for: no more than anybody reads. */
const MOST_CHARACTERS = 4000;

/** The version that a file of release notes is about; null for any other file. */
export const notesVersion = (name: string): string | null => NAME.exec(name)?.[1] ?? null;

/** Reads release notes. @returns the texts by language; what cannot be read is left out */
export const readNotes = async (
  folder: string,
  names: readonly string[],
): Promise<Record<string, string>> => {
  const read = names.toSorted().map(async (name): Promise<[string, string]> => {
    const text = await readFile(path.join(folder, name), "utf8").catch(() => "");
    const language = NAME.exec(name)?.[2]?.toLowerCase() ?? "en";
    return [language, text.replaceAll("\r\n", "\n").trim().slice(0, MOST_CHARACTERS)];
  });
  return Object.fromEntries((await Promise.all(read)).filter(([, text]) => text !== ""));
};
