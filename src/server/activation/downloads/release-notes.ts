import { readFile } from "node:fs/promises";
import path from "node:path";
import { cutText } from "../../../lib/cut-text.ts";

/** `notes-1.2.0.de.md`; a name without a language holds the English text. */
const NAME = /^notes-(\d{1,6}\.\d{1,6}\.\d{1,6})(?:\.([a-z]{2}))?\.(?:md|txt)$/i;

/** Limits the length, because the notes are part of an answer that every app requests. */
const MAX_CHARACTERS = 4000;

/** The version in the name of a release-notes file; null for any other file. */
export const notesVersion = (name: string): string | null => NAME.exec(name)?.[1] ?? null;

/** Reads release notes. @returns the texts by language, without those that cannot be read */
export const readReleaseNotes = async (
  folder: string,
  names: readonly string[],
): Promise<Record<string, string>> => {
  const read = names.toSorted().map(async (name): Promise<[string, string]> => {
    const text = await readFile(path.join(folder, name), "utf8").catch(() => "");
    const language = NAME.exec(name)?.[2]?.toLowerCase() ?? "en";
    return [language, cutText(text.replaceAll("\r\n", "\n").trim(), MAX_CHARACTERS)];
  });
  return Object.fromEntries((await Promise.all(read)).filter(([, text]) => text !== ""));
};
